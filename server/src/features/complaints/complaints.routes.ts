import { IdParams, oneOf, pageOf } from '@campus/contract/common'
import {
  COMPLAINT_RECEIVED_TEXT,
  COMPLAINT_UNMAILED_TEXT,
  Complaint,
  ComplaintAnswer,
  ComplaintBody,
  ComplaintQuery,
  ComplaintReplyBody,
  ComplaintRow,
} from '@campus/contract/complaints'
import { z } from 'zod'
import { drawInTurn, inlineFile, PDF_HEADERS } from '../../platform/files/pdf.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { throttle } from '../../platform/http/throttle.ts'
import { complaintLetter } from './complaints.mails.ts'
import {
  ANSWER_MAIL,
  answerComplaint,
  COPY_MAIL,
  fileComplaint,
  findByKey,
  findComplaint,
  listComplaints,
  PROVIDER_MAIL,
  warnOfDue,
} from './complaints.ts'
import { sheetFile, sheetPdf } from './pdf.ts'

const tags = ['Libro de Reclamaciones']
const admin = { access: 'admin' } as const
const anyone = { access: 'public' } as const

function defineJobs(deps: Deps): void {
  const { jobs, mail, db } = deps
  const mails = [
    [COPY_MAIL, 'copia'],
    [PROVIDER_MAIL, 'aviso'],
    [ANSWER_MAIL, 'respuesta'],
  ] as const
  for (const [queue, kind] of mails) {
    jobs.define<{ id: number }>(queue, async ({ id }) => {
      const letter = await complaintLetter(deps, kind, id)
      if (letter) await mail.send(letter)
    })
  }
  jobs.define('reclamos-por-vencer', () => warnOfDue(db), { cron: '0 8 * * *' })
}

function consumerRoutes(app: App, deps: Deps): void {
  const { db, jobs } = deps
  app.post(
    '/api/reclamos',
    {
      config: anyone,
      schema: {
        tags,
        // The brand whose page it is, when no host name and no cookie says so.
        querystring: z.object({ marca: z.string().max(60).optional() }),
        body: ComplaintBody,
        response: { 200: ComplaintAnswer, 201: ComplaintAnswer },
      },
    },
    async (request, reply) => {
      await throttle(db, 'reclamo_direccion', request.ip)
      const brand = await deps.brandOf(request)
      const { receipt, created } = await fileComplaint(db, jobs, brand.id, request.body)
      const text = receipt.copia ? COMPLAINT_RECEIVED_TEXT : COMPLAINT_UNMAILED_TEXT
      return reply.status(created ? 201 : 200).send({ message: text, mensaje: text, data: receipt })
    },
  )
  app.get(
    '/api/reclamos/:clave/pdf',
    {
      config: anyone,
      // The key opens the sheet: it must not reach the log.
      logLevel: 'warn',
      schema: { tags, params: z.object({ clave: z.uuid() }), response: { 200: z.any() } },
    },
    async (request, reply) => {
      await throttle(db, 'reclamo_pdf_direccion', request.ip)
      const sheet = await findByKey(db, request.params.clave)
      const pdf = await drawInTurn(() => sheetPdf(deps, sheet))
      return reply.headers({ ...PDF_HEADERS, 'content-disposition': inlineFile(sheetFile(sheet)) }).send(pdf)
    },
  )
}

function staffRoutes(app: App, { db, jobs }: Deps): void {
  app.get(
    '/api/reclamos',
    { config: admin, schema: { tags, querystring: ComplaintQuery, response: { 200: pageOf(ComplaintRow) } } },
    async (request) => ({ data: await listComplaints(db, identityOf(request), request.query) }),
  )
  app.get(
    '/api/reclamos/:id',
    { config: admin, schema: { tags, params: IdParams, response: { 200: oneOf(Complaint) } } },
    async (request) => ({ data: await findComplaint(db, identityOf(request), request.params.id) }),
  )
  app.put(
    '/api/reclamos/:id/respuesta',
    {
      config: admin,
      schema: { tags, params: IdParams, body: ComplaintReplyBody, response: { 200: oneOf(Complaint) } },
    },
    async (request) => ({
      data: await answerComplaint(db, jobs, identityOf(request), request.params.id, request.body.respuesta),
    }),
  )
}

/** The complaints book that the law asks of every shop (Ley 29571 articles 150 to 152, DS 011-2011-PCM). No call deletes. */
export function complaintRoutes(app: App, deps: Deps): void {
  defineJobs(deps)
  consumerRoutes(app, deps)
  staffRoutes(app, deps)
}
