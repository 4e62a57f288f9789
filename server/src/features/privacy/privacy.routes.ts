import { Readable } from 'node:stream'
import { IdParams, Message, messageBody } from '@campus/contract/common'
import { DeleteAccountBody } from '@campus/contract/profile'
import { z } from 'zod'
import { ownOf } from '../../platform/http/access.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { exportData } from './personal-data.ts'
import { deleteAccount, sweepClosedAccounts } from './privacy.ts'

const DOWNLOADS = limit('datos_usuario', 6, 60 * 60)

/** A person's own data: the copy of it, and the end of their account. */
export function privacyRoutes(app: App, { db, jobs }: Deps): void {
  const tags = ['Perfil']
  const config = { access: 'signed' as const }
  jobs.define('limpiar-cuentas', () => sweepClosedAccounts(jobs.db), { cron: '35 4 * * *' })
  app.get(
    '/api/usuarios/:id/datos',
    { config, schema: { tags, params: IdParams, response: { 200: z.any() } } },
    async (request, reply) => {
      const id = ownOf(identityOf(request), request.params.id)
      await throttle(db, DOWNLOADS, String(id))
      reply
        .header('content-disposition', 'attachment; filename="mis-datos.json"')
        .type('application/json; charset=utf-8')
      return reply.send(Readable.from(exportData(db, id), { objectMode: false }))
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
