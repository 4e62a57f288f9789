import {
  EndedSessionBody,
  LoginBody,
  LoginResponse,
  Profile,
  RECOVER_TEXT,
  RECOVER_UNSENT_TEXT,
  RecoverBody,
  RecoverResponse,
  ResetBody,
} from '@campus/contract/accounts'
import { IdParams, Message, messageBody, oneOf } from '@campus/contract/common'
import { ActiveBrand, ActiveBrandBody } from '@campus/contract/settings'
import { mailboxOf } from '../../kit/mail-layout/mail-layout.ts'
import { subjectOf } from '../../kit/staff-access/staff-access.ts'
import { fail } from '../../platform/failures.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { countUse, limit, refund, sweepThrottles } from '../../platform/http/throttle.ts'
import { invitationLetter, passwordLetter, recoveryLetter } from './accounts.mails.ts'
import { sweepAccess } from './accounts.ts'
import { createInvitation, INVITATION_MAIL, type Invitation } from './invitations.ts'
import { login } from './login.ts'
import { findProfile } from './profile.ts'
import {
  changePassword,
  createResetLink,
  PASSWORD_MAIL,
  RECOVERY_MAIL,
  requestReset,
  resetPassword,
} from './recovery.ts'
import { endSession, logout, originOf, workInBrand } from './sessions.ts'

const PASSWORD_MAILS = limit('correo_contrasena', 5, 60 * 60)

function accountJobs({ jobs, mail, config }: Deps): void {
  const { db } = jobs
  jobs.define<{ correo: string }>(RECOVERY_MAIL, async ({ correo }) => {
    const reset = await createResetLink(db, correo)
    if (!reset) return
    await mail.send(await recoveryLetter(db, reset.user, reset.token, config.publicUrl))
  })

  jobs.define<Invitation>(INVITATION_MAIL, async (asked) => {
    const invitation = await createInvitation(db, asked)
    if (!invitation) return
    await mail.send(await invitationLetter(db, invitation.person, invitation.token, config.publicUrl))
  })

  jobs.define<{ id: number }>(PASSWORD_MAIL, async ({ id }) => {
    const email = await passwordLetter(db, id, config.publicUrl)
    if (!email) return
    // Repeated changes must not flood a mailbox that may be a stranger's.
    const mailbox = mailboxOf(email.to)
    if (await countUse(db, PASSWORD_MAILS, mailbox)) return
    try {
      await mail.send(email)
    } catch (error) {
      // Failed mails are retried and must not use up the limit.
      await refund(db, PASSWORD_MAILS, mailbox)
      throw error
    }
  })

  jobs.define(
    'limpieza',
    async () => {
      await sweepAccess(db)
      await sweepThrottles(db)
    },
    { cron: '17 * * * *' },
  )
}

export function accountRoutes(app: App, deps: Deps): void {
  const { db, jobs, config, connections } = deps
  const tags = ['Cuentas']
  accountJobs(deps)

  app.post(
    '/api/loginalumno',
    { config: { access: 'public' }, schema: { tags, body: LoginBody, response: { 200: LoginResponse } } },
    async (request) => login(db, request.body, originOf(request), config.loginsPerAddress),
  )
  app.post(
    '/api/logout',
    { config: { access: 'signed' }, schema: { tags, response: { 200: Message } } },
    async (request) => {
      await logout(db, identityOf(request))
      return messageBody('Sesión cerrada.')
    },
  )
  app.post(
    '/api/logout/huella',
    { config: { access: 'public' }, schema: { tags, body: EndedSessionBody, response: { 200: Message } } },
    async ({ body }) => {
      await endSession(db, body.huella)
      return messageBody('Sesión cerrada.')
    },
  )
  app.post(
    '/api/recuperar-contrasena',
    { config: { access: 'public' }, schema: { tags, body: RecoverBody, response: { 200: RecoverResponse } } },
    async (request) => {
      await requestReset(db, jobs, request.body.email, originOf(request))
      return { status: true, message: (await connections.sendsMails()) ? RECOVER_TEXT : RECOVER_UNSENT_TEXT }
    },
  )
  app.put(
    '/api/actualizar-contrasena/:id',
    { config: { access: 'optional' }, schema: { tags, params: IdParams, body: ResetBody, response: { 200: Message } } },
    async (request) => {
      const { token, password_actual, password } = request.body
      if (token) await resetPassword(db, jobs, request.params.id, token, password, originOf(request))
      else if (password_actual)
        await changePassword(db, jobs, request.identity, request.params.id, password_actual, password)
      else throw fail('ENLACE_INVALIDO')
      return messageBody('Contraseña actualizada.')
    },
  )
  app.put(
    '/api/gestion/marca-activa',
    { config: { access: 'plataforma' }, schema: { tags, body: ActiveBrandBody, response: { 200: ActiveBrand } } },
    async (request) => {
      await workInBrand(db, identityOf(request), request.body.id_cliente)
      return { data: request.body }
    },
  )
  app.get(
    '/api/usuarios/:id',
    { config: { access: 'signed' }, schema: { tags, params: IdParams, response: { 200: oneOf(Profile) } } },
    async (request) => {
      const identity = identityOf(request)
      return { data: await findProfile(db, identity, subjectOf(identity, request.params.id)) }
    },
  )
}
