import { PathId } from '@campus/contract/common'
import { Preference } from '@campus/contract/notifications'
import type { ZodTypeProvider } from '@fastify/type-provider-zod'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { App, Deps } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { brandOfLink, stopMails, unsubscribePage } from './unsubscribe.ts'

const UNSUBSCRIPTIONS = limit('baja_correo_usuario', 30, 60 * 60)

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const MAX_FORM_BYTES = 10_000

const sendPage = (reply: FastifyReply, html: string) =>
  reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).send(html)

/** One-click unsubscribe without login (RFC 8058; docs/product/accounts.md 7.8): the signature is the permission. */
export function unsubscribeRoutes(app: App, { db, signer, config: { publicUrl } }: Deps): void {
  // A malformed query is an invalid signature: 404, not 422.
  const lenient = z.string().optional().catch(undefined)
  const options = {
    config: { access: 'public' as const },
    schema: {
      tags: ['Notificaciones'],
      params: z.object({ id: PathId, evento: Preference.shape.evento }),
      querystring: z.object({ vence: lenient, firma: lenient }),
      response: { 200: z.string() },
    },
  }
  app.register(async (plain) => {
    const scope = plain.withTypeProvider<ZodTypeProvider>()
    // Mail programs send `List-Unsubscribe=One-Click` as a form, some as text; what it says does not matter.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_FORM_BYTES }, (_request, _body, done) =>
      done(null),
    )
    const brandOf = (params: z.infer<typeof options.schema.params>, query: { vence?: string; firma?: string }) =>
      brandOfLink(db, signer, publicUrl, { ...params, query })
    // Link checkers of mail programs ask by HEAD.
    const looking = { ...options, exposeHeadRoute: true }
    scope.get('/api/notificaciones/baja/:id/:evento', looking, async ({ params, query }, reply) =>
      sendPage(reply, await unsubscribePage(await brandOf(params, query), params.evento, false)),
    )
    scope.post('/api/notificaciones/baja/:id/:evento', options, async ({ params, query }, reply) => {
      const brand = await brandOf(params, query)
      await throttle(db, UNSUBSCRIPTIONS, String(params.id))
      await stopMails(db, params.id, params.evento)
      return sendPage(reply, await unsubscribePage(brand, params.evento, true))
    })
  })
}
