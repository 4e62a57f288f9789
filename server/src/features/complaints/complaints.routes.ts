import { IdParams, messageBody, oneOf, pageOf } from '@campus/contract/common'
import {
  COMPLAINT_RECEIVED_TEXT,
  COMPLAINT_UNMAILED_TEXT,
  COMPLAINT_UNSENT_TEXT,
  ComplaintBody,
  ComplaintResponse,
} from '@campus/contract/complaints'
import {
  Complaint,
  ComplaintAnswered,
  ComplaintQuery,
  ComplaintReplyBody,
  ComplaintRow,
} from '@campus/contract/complaints.staff'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { drawInTurn, inlineFile, PDF_HEADERS } from '../../kit/pdf/pdf.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { complaintLetter } from './complaints.mails.ts'
import { answerComplaint, findComplaint, listComplaints } from './complaints.staff.ts'
import { ANSWER_MAIL, COPY_MAIL, fileComplaint, findByKey, notifyDueComplaints, PROVIDER_MAIL } from './complaints.ts'
import { readPrinted, sheetFile, sheetPdf } from './pdf.ts'

const COMPLAINTS = limit('reclamo_direccion', 60, 60 * 60)
const RECEIPTS = limit('reclamo_pdf_direccion', 60, 60)

const tags = ['Libro de Reclamaciones']
const staff = { access: 'reclamos' } as const
const guest = { access: 'public' } as const

function defineJobs(deps: Deps): void {
  const { jobs, mail } = deps
  const mails = [
    [COPY_MAIL, 'copia'],
    [PROVIDER_MAIL, 'aviso'],
    [ANSWER_MAIL, 'respuesta'],
  ] as const
  for (const [queue, kind] of mails) {
    jobs.define<{ id: number }>(queue, async ({ id }) => {
      const letter = await complaintLetter({ ...deps, db: jobs.db }, kind, id)
      if (letter) await mail.send(letter)
    })
  }
  jobs.define('reclamos-por-vencer', () => notifyDueComplaints(jobs.db), { cron: '0 8 * * *' })
}

const MAX_KEPT_BYTES = 16_000_000

/** Keyed by everything printed; the longest takes a second to draw. */
const drawn = new LRUCache<string, Buffer, Deps['storage']>({
  maxSize: MAX_KEPT_BYTES,
  sizeCalculation: (bytes) => bytes.length,
  fetchMethod: (printed, _, { context }) => drawInTurn(() => sheetPdf(context, JSON.parse(printed))),
})

function consumerRoutes(app: App, deps: Deps): void {
  const { db, jobs } = deps
  app.post(
    '/api/reclamos',
    {
      config: guest,
      schema: {
        tags,
        // The brand of the page, for visits without a host name or cookie that names one.
        querystring: z.object({ marca: z.string().max(60).optional() }),
        body: ComplaintBody,
        response: { 200: ComplaintResponse, 201: ComplaintResponse },
      },
    },
    async (request, reply) => {
      await throttle(db, COMPLAINTS, request.ip)
      const brand = await deps.brandOf(request)
      const { receipt, created } = await fileComplaint(db, jobs, brand.id, request.body)
      const mailed = receipt.copia ? COMPLAINT_RECEIVED_TEXT : COMPLAINT_UNMAILED_TEXT
      const text = (await deps.connections.sendsMails()) ? mailed : COMPLAINT_UNSENT_TEXT
      return reply.status(created ? 201 : 200).send({ ...messageBody(text), data: receipt })
    },
  )
  app.get(
    '/api/reclamos/:clave/pdf',
    {
      config: guest,
      // The key in the URL gives access, so the request must not be logged.
      logLevel: 'warn',
      schema: { tags, params: z.object({ clave: z.uuid() }), response: { 200: z.any() } },
    },
    async (request, reply) => {
      await throttle(db, RECEIPTS, request.ip)
      const sheet = await findByKey(db, request.params.clave)
      const printed = JSON.stringify(await readPrinted(db, sheet))
      const pdf = await drawn.forceFetch(printed, { context: deps.storage })
      return reply.headers({ ...PDF_HEADERS, 'content-disposition': inlineFile(sheetFile(sheet)) }).send(pdf)
    },
  )
}

function staffRoutes(app: App, { db, jobs }: Deps): void {
  app.get(
    '/api/reclamos',
    { config: staff, schema: { tags, querystring: ComplaintQuery, response: { 200: pageOf(ComplaintRow) } } },
    async (request) => ({ data: await listComplaints(db, identityOf(request), request.query) }),
  )
  app.get(
    '/api/reclamos/:id',
    { config: staff, schema: { tags, params: IdParams, response: { 200: oneOf(Complaint) } } },
    async (request) => ({ data: await findComplaint(db, identityOf(request), request.params.id) }),
  )
  app.put(
    '/api/reclamos/:id/respuesta',
    {
      config: staff,
      schema: {
        tags,
        params: IdParams,
        body: ComplaintReplyBody,
        response: { 200: oneOf(Complaint), 409: ComplaintAnswered },
      },
    },
    async (request) => ({
      data: await answerComplaint(db, jobs, identityOf(request), request.params.id, request.body.respuesta),
    }),
  )
}

/** The legal complaints book (Ley 29571 articles 150 to 152, DS 011-2011-PCM); no call deletes. */
export function complaintRoutes(app: App, deps: Deps): void {
  defineJobs(deps)
  consumerRoutes(app, deps)
  staffRoutes(app, deps)
}
