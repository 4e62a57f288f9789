import { Readable } from 'node:stream'
import { IdParams, listOf, Message, messageBody } from '@campus/contract/common'
import { DeleteAccountBody, OpenSession, ProfileForm, ProfileSaved } from '@campus/contract/profile'
import { PROFILE_SAVED_TEXT } from '@campus/contract/rules'
import { z } from 'zod'
import { ownOf } from '../../platform/http/access.ts'
import { fail } from '../../platform/http/failures.ts'
import { checkFields, readForm } from '../../platform/http/forms.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { exportData } from './personal-data.ts'
import { REMOVE_PHOTO, type RemovedPhoto, removePhoto } from './photos.ts'
import { deleteAccount, sweepClosedAccounts } from './privacy.ts'
import { endOtherSessions, endSession, listSessions, saveProfile } from './profile.ts'

const DOWNLOADS = limit('datos_usuario', 6, 60 * 60)

const tags = ['Perfil']
const config = { access: 'signed' as const }

function sessionRoutes(app: App, { db }: Deps): void {
  app.get('/api/accesos', { config, schema: { tags, response: { 200: listOf(OpenSession) } } }, async (request) => ({
    data: await listSessions(db, identityOf(request)),
  }))
  app.delete('/api/accesos', { config, schema: { tags, response: { 200: Message } } }, async (request) => {
    await endOtherSessions(db, identityOf(request))
    return messageBody('Se cerraron las otras sesiones.')
  })
  app.delete(
    '/api/accesos/:id',
    { config, schema: { tags, params: IdParams, response: { 200: Message } } },
    async (request) => {
      await endSession(db, identityOf(request), request.params.id)
      return messageBody('Sesión cerrada.')
    },
  )
}

export function profileRoutes(app: App, deps: Deps): void {
  const { db, jobs, storage } = deps
  sessionRoutes(app, deps)
  jobs.define('limpiar-cuentas', () => sweepClosedAccounts(jobs.db), { cron: '35 4 * * *' })
  jobs.define<RemovedPhoto>(REMOVE_PHOTO, (photo) => removePhoto(jobs.db, storage, photo))
  app.post(
    '/api/usuarios/:id',
    { config: { ...config, form: ProfileForm }, schema: { tags, params: IdParams, response: { 200: ProfileSaved } } },
    async (request) => {
      const identity = identityOf(request)
      ownOf(identity, request.params.id)
      const { fields, file } = await readForm(request, 'foto_perfil')
      if (fields._method !== 'PUT') throw fail('METODO_NO_PERMITIDO')
      const data = await saveProfile(db, jobs, storage, identity, checkFields(ProfileForm, fields), file)
      return { ...messageBody(PROFILE_SAVED_TEXT), data }
    },
  )
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
