import { IdParams, listOf, Message, messageBody } from '@campus/contract/common'
import { OpenSession, ProfileForm, ProfileSaved } from '@campus/contract/profile'
import { PROFILE_SAVED_TEXT } from '@campus/contract/rules'
import { fail } from '../../platform/failures.ts'
import { ownOf } from '../../platform/http/access.ts'
import { checkFields, readForm } from '../../platform/http/forms.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { REMOVE_PHOTO, type RemovedPhoto, removePhoto } from './photos.ts'
import { endOtherSessions, endSession, listSessions, saveProfile } from './profile.ts'

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
}
