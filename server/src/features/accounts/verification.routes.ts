import { LinkToken } from '@campus/contract/accounts'
import { IdParams, Message, messageBody } from '@campus/contract/common'
import { MailLink } from '@campus/contract/student-account'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { verificationLetter } from './accounts.mails.ts'
import { originOf } from './sessions.ts'
import {
  checkResetLink,
  createVerificationLink,
  readMailLink,
  requestVerification,
  VERIFICATION_MAIL,
  verifyMail,
} from './verification.ts'

export function verificationRoutes(app: App, { db, jobs, mail, connections, config }: Deps): void {
  const tags = ['Cuentas']
  const open = { access: 'public' as const }

  jobs.define<{ id: number }>(VERIFICATION_MAIL, async ({ id }) => {
    const link = await createVerificationLink(jobs.db, id)
    if (link) await mail.send(await verificationLetter(jobs.db, link.user, link.token, config.publicUrl))
  })

  app.post(
    '/api/verificar-correo',
    { config: { access: 'signed' }, schema: { tags, response: { 200: Message } } },
    async (request) => {
      const sent = await requestVerification(db, jobs, identityOf(request))
      if (!sent) return messageBody('Tu correo ya está confirmado.')
      return messageBody(
        (await connections.sendsMails())
          ? 'Te enviamos otro enlace. Revisa tu correo.'
          : 'Este campus todavía no envía correos.',
      )
    },
  )
  app.get(
    '/api/verificar-correo/:id',
    { config: open, schema: { tags, params: IdParams, querystring: LinkToken, response: { 200: MailLink } } },
    async (request) => ({ data: await readMailLink(db, request.params.id, request.query.token, originOf(request)) }),
  )
  app.post(
    '/api/verificar-correo/:id',
    { config: open, schema: { tags, params: IdParams, body: LinkToken, response: { 200: Message } } },
    async (request) => {
      await verifyMail(db, jobs, request.params.id, request.body.token, originOf(request))
      return messageBody('Correo confirmado.')
    },
  )
  app.get(
    '/api/restablecer/:id',
    { config: open, schema: { tags, params: IdParams, querystring: LinkToken, response: { 200: Message } } },
    async (request) => {
      await checkResetLink(db, request.params.id, request.query.token, originOf(request))
      return messageBody('El enlace está vigente.')
    },
  )
}
