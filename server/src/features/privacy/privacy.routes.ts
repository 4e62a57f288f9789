import { Readable } from 'node:stream'
import { IdParams, Message, messageBody } from '@campus/contract/common'
import { DeleteAccountBody } from '@campus/contract/profile'
import { CloseStudentBody, ClosingEffects, StudentDataBody } from '@campus/contract/student-account'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { ownOf } from '../../platform/http/access.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { CLOSED_MAIL, type ClosedMail, closedLetter, closeStudent, closingEffects, openCopy } from './closing.staff.ts'
import { exportData } from './personal-data.ts'
import { deleteAccount, sweepClosedAccounts } from './privacy.ts'

const sendCopy = (reply: FastifyReply, file: string, copy: AsyncGenerator<string>) =>
  reply
    .header('content-disposition', `attachment; filename="${file}"`)
    .type('application/json; charset=utf-8')
    .send(Readable.from(copy, { objectMode: false }))

const DOWNLOADS = limit('datos_usuario', 6, 60 * 60)

/** A student's, by staff (docs/product/staff.md 14.7). */
function staffRoutes(app: App, { db, jobs, mail, config: { publicUrl } }: Deps): void {
  const config = { access: 'alumnos.gestionar' as const }
  const schema = { tags: ['Gestión'], params: IdParams }
  jobs.define<ClosedMail>(CLOSED_MAIL, async (closed) => mail.send(await closedLetter(jobs.db, closed, publicUrl)))
  app.post(
    '/api/gestion/alumnos/:id/datos',
    { config, schema: { ...schema, body: StudentDataBody, response: { 200: z.any() } } },
    async (request, reply) => {
      const { id } = request.params
      const file = await openCopy(db, identityOf(request), id, request.body.password)
      return sendCopy(reply, file, exportData(db, id))
    },
  )
  app.get(
    '/api/gestion/alumnos/:id/cierre',
    { config, schema: { ...schema, response: { 200: ClosingEffects } } },
    async (request) => ({ data: await closingEffects(db, identityOf(request), request.params.id) }),
  )
  app.post(
    '/api/gestion/alumnos/:id/cierre',
    { config, schema: { ...schema, body: CloseStudentBody, response: { 200: Message } } },
    async (request) => {
      await closeStudent(db, jobs, identityOf(request), request.params.id, request.body.motivo)
      return messageBody('La cuenta está cerrada.')
    },
  )
}

/** A person's own data: the copy of it, and the end of their account. */
export function privacyRoutes(app: App, deps: Deps): void {
  const { db, jobs } = deps
  staffRoutes(app, deps)
  const tags = ['Perfil']
  const config = { access: 'signed' as const }
  jobs.define('limpiar-cuentas', () => sweepClosedAccounts(jobs.db), { cron: '35 4 * * *' })
  app.get(
    '/api/usuarios/:id/datos',
    { config, schema: { tags, params: IdParams, response: { 200: z.any() } } },
    async (request, reply) => {
      const id = ownOf(identityOf(request), request.params.id)
      await throttle(db, DOWNLOADS, String(id))
      return sendCopy(reply, 'mis-datos.json', exportData(db, id))
    },
  )
  app.delete(
    '/api/usuarios/:id',
    { config, schema: { tags, params: IdParams, body: DeleteAccountBody, response: { 200: Message } } },
    async (request) => {
      const identity = identityOf(request)
      ownOf(identity, request.params.id)
      await deleteAccount(db, jobs, identity, request.body.password)
      return messageBody('Tu cuenta fue eliminada.')
    },
  )
}
