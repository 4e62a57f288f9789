import {
  LoginAnswer,
  LoginBody,
  Profile,
  RECOVER_TEXT,
  RecoverAnswer,
  RecoverBody,
  ResetBody,
} from '@campus/contract/accounts'
import { IdParams, Message, oneOf } from '@campus/contract/common'
import type { FastifyRequest } from 'fastify'
import { subjectOf } from '../../platform/http/access.ts'
import { fail } from '../../platform/http/failures.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { countUse, sweepThrottles } from '../../platform/http/throttle.ts'
import { mailboxOf } from '../../platform/mail.ts'
import { passwordLetter, recoveryLetter } from './accounts.mails.ts'
import {
  changePassword,
  createResetLink,
  findProfile,
  PASSWORD_MAIL,
  RECOVERY_MAIL,
  requestReset,
  resetPassword,
  sweepAccess,
} from './accounts.ts'
import { login } from './login.ts'
import { logout, type Origin } from './sessions.ts'

const originOf = (request: FastifyRequest): Origin => ({ ip: request.ip, agent: request.headers['user-agent'] ?? '' })

const said = (text: string) => ({ message: text, mensaje: text })

/** Login, logout, recovery and the own data (campus.md section 7, contract section 4). */
export function accountRoutes(app: App, { db, jobs, mail, config }: Deps): void {
  const tags = ['Cuentas']

  jobs.define<{ correo: string }>(RECOVERY_MAIL, async ({ correo }) => {
    const made = await createResetLink(db, correo)
    if (!made) return
    const link = `${config.publicUrl}/restablecer/${made.user.id}?token=${made.token}`
    await mail.send(recoveryLetter(made.user, link))
  })

  jobs.define<{ id: number }>(PASSWORD_MAIL, async ({ id }) => {
    const letter = await passwordLetter(db, id, config.publicUrl)
    // Who changes a password again and again must not fill a mailbox that may be a stranger's.
    if (letter && !(await countUse(db, 'correo_contrasena', mailboxOf(letter.to)))) await mail.send(letter)
  })

  jobs.define(
    'limpieza',
    async () => {
      await sweepAccess(db)
      await sweepThrottles(db)
    },
    { cron: '17 * * * *' },
  )

  app.post(
    '/api/loginalumno',
    { config: { access: 'public' }, schema: { tags, body: LoginBody, response: { 200: LoginAnswer } } },
    async (request) => login(db, request.body, originOf(request), config.loginsPerAddress),
  )
  app.post(
    '/api/logout',
    { config: { access: 'signed' }, schema: { tags, response: { 200: Message } } },
    async (request) => {
      await logout(db, identityOf(request))
      return said('Sesión cerrada.')
    },
  )
  app.post(
    '/api/recuperar-contrasena',
    { config: { access: 'public' }, schema: { tags, body: RecoverBody, response: { 200: RecoverAnswer } } },
    async (request) => {
      await requestReset(db, jobs, request.body.email, originOf(request))
      return { status: true, message: RECOVER_TEXT }
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
      return said('Contraseña actualizada.')
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
