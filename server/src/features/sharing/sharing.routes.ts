import { IdParams } from '@campus/contract/common'
import { MAX_PASTED_CODE } from '@campus/contract/rules'
import { SHARE_TYPE } from '@campus/contract/share-size'
import { AppManifest, ICON_FILES } from '@campus/contract/sharing'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App, Deps } from '../../platform/http/http.ts'
import { brandCard, certificateCard, courseCard, type Drawing, iconOf, invitationCard, manifestOf } from './sharing.ts'

const CodeParams = z.object({ codigo: z.string().max(MAX_PASTED_CODE) })

const tags = ['Compartir']
const config = { access: 'public' as const, quiet: true }
const file = { 200: z.any(), 304: z.undefined() }

/** The address stays when a brand, a price or a name changes, or a certificate is revoked; asking again costs a 304. */
const CACHING = 'public, no-cache'

async function send(request: FastifyRequest, reply: FastifyReply, { etag, draw }: Drawing, type: string) {
  // Webmail and previews of shared links show it inside another site.
  reply.headers({ etag, 'cache-control': CACHING, 'cross-origin-resource-policy': 'cross-origin' })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return reply.type(type).send(await draw())
}

/** What a brand is outside its pages: an installed app with icons, and the pictures of shared links. */
export function sharingRoutes(app: App, { db, storage, brandOf }: Deps): void {
  app.get(
    '/api/clientes/:id/manifiesto',
    { config, schema: { tags, params: IdParams, response: { 200: AppManifest } } },
    async (request, reply) => {
      reply.type('application/manifest+json; charset=utf-8').header('cache-control', CACHING)
      return manifestOf(db, request.params.id)
    },
  )
  app.get(
    '/api/clientes/:id/iconos/:archivo',
    { config, schema: { tags, params: IdParams.extend({ archivo: z.enum(ICON_FILES) }), response: file } },
    async (request, reply) => {
      const { id, archivo } = request.params
      return send(request, reply, await iconOf(db, storage, request.ip, id, archivo), 'image/png')
    },
  )
  // Browsers request these paths by default.
  for (const [url, archivo] of [
    ['/favicon.ico', '32.png'],
    ['/apple-touch-icon.png', '180.png'],
    ['/apple-touch-icon-precomposed.png', '180.png'],
  ] as const)
    app.get(url, { config: { quiet: true }, schema: { hide: true } }, async (request, reply) => {
      const { id } = await brandOf(request)
      reply.header('vary', 'cookie')
      return send(request, reply, await iconOf(db, storage, request.ip, id, archivo), 'image/png')
    })
  cardRoutes(app, { db, storage })
}

function cardRoutes(app: App, { db, storage }: Pick<Deps, 'db' | 'storage'>): void {
  const byId = { config, schema: { tags, params: IdParams, response: file } }
  for (const [path, card] of [
    ['cursos', courseCard],
    ['clientes', brandCard],
    ['invitaciones', invitationCard],
  ] as const)
    app.get(`/api/compartir/${path}/:id`, byId, async (request, reply) =>
      send(request, reply, await card(db, storage, request.ip, request.params.id), SHARE_TYPE),
    )
  app.get(
    '/api/compartir/certificados/:codigo',
    { config, schema: { tags, params: CodeParams, response: file } },
    async (request, reply) => {
      reply.header('x-robots-tag', 'noindex')
      const card = await certificateCard(db, storage, request.ip, request.params.codigo)
      return send(request, reply, card, SHARE_TYPE)
    },
  )
}
