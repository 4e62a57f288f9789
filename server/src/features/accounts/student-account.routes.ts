import { IdParams, Message, messageBody } from '@campus/contract/common'
import {
  ChangedMail,
  ChangeMailBody,
  EndedSessions,
  EndSessionsBody,
  SentAccess,
} from '@campus/contract/student-account'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { changeLetter, oldMailLetter } from './mail-changes.mails.ts'
import {
  CHANGE_MAIL,
  type ChangeMail,
  cancelChange,
  changeMail,
  createChangeLink,
  OLD_MAIL,
  type OldMail,
  resendChange,
} from './mail-changes.ts'
import { endSessionsOf, sendAccess } from './student-access.staff.ts'

const config = { access: 'alumnos.gestionar' } as const
const schema = { tags: ['Gestión'], params: IdParams }

function changeJobs({ jobs, mail, config: { publicUrl } }: Deps): void {
  const { db } = jobs
  jobs.define<ChangeMail>(CHANGE_MAIL, async (change) => {
    const link = await createChangeLink(db, change)
    if (link) await mail.send(await changeLetter(db, { ...link, to: change.correo }, publicUrl))
  })
  jobs.define<OldMail>(OLD_MAIL, async (told) => {
    const letter = await oldMailLetter(db, told, publicUrl)
    if (letter) await mail.send(letter)
  })
}

/** A student's mail, links and sessions, by staff (docs/product/staff.md 14.6). */
export function studentAccountRoutes(app: App, deps: Deps): void {
  const { db, jobs, connections } = deps
  changeJobs(deps)
  app.post(
    '/api/gestion/alumnos/:id/correo',
    { config, schema: { ...schema, body: ChangeMailBody, response: { 200: ChangedMail } } },
    async (request) => {
      const changing = { id: request.params.id, body: request.body, mailsGoOut: await connections.sendsMails() }
      return { data: await changeMail(db, jobs, identityOf(request), changing) }
    },
  )
  app.post(
    '/api/gestion/alumnos/:id/correo/reenviar',
    { config, schema: { ...schema, response: { 200: Message } } },
    async (request) => {
      await resendChange(db, jobs, identityOf(request), request.params.id)
      return messageBody('Enviamos otro enlace al correo nuevo.')
    },
  )
  app.delete(
    '/api/gestion/alumnos/:id/correo',
    { config, schema: { ...schema, response: { 200: Message } } },
    async (request) => {
      await cancelChange(db, identityOf(request), request.params.id)
      return messageBody('El cambio de correo está cancelado.')
    },
  )
  app.post(
    '/api/gestion/alumnos/:id/acceso',
    { config, schema: { ...schema, response: { 200: SentAccess } } },
    async (request) => ({ data: await sendAccess(db, jobs, identityOf(request), request.params.id) }),
  )
  app.post(
    '/api/gestion/alumnos/:id/cerrar-sesiones',
    { config, schema: { ...schema, body: EndSessionsBody, response: { 200: EndedSessions } } },
    async (request) => {
      const sesiones = await endSessionsOf(db, identityOf(request), request.params.id, request.body.motivo)
      return { data: { sesiones } }
    },
  )
}
