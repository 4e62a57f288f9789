import { z } from 'zod'
import { fail } from '../../platform/failures.ts'
import type { App, Deps } from '../../platform/http/http.ts'

const TYPES: Record<string, string> = { avif: 'image/avif', webp: 'image/webp' }

/**
 * How long a browser or a CDN may show a picture without asking again. Names of content are its hash: for ever. A photo
 * is a person's, who may take it away: five minutes, and then only after asking, which costs no more than a 304.
 */
const KEEPING = {
  // Webmail shows a brand's picture.
  imagenes: { 'cache-control': 'public, max-age=31536000, immutable', 'cross-origin-resource-policy': 'cross-origin' },
  fotos: { 'cache-control': 'public, max-age=300, must-revalidate' },
} as const

/** Public pictures: what an academy and forums show, and people's photos. */
export function pictureRoutes(app: App, { storage }: Deps): void {
  const schema = {
    tags: ['Archivos'],
    params: z.object({ nombre: z.string().max(90) }),
    response: { 200: z.any(), 304: z.undefined() },
  }
  const config = { access: 'public' as const, quiet: true }
  for (const area of ['imagenes', 'fotos'] as const)
    app.get(`/api/storage/${area}/:nombre`, { config, schema }, async (request, reply) => {
      const { nombre } = request.params
      const type = TYPES[nombre.split('.').at(-1) ?? '']
      if (!type) throw fail('NO_ENCONTRADO')
      const key = `${area}/${nombre}`
      // An address never changes its content: the name says which it is.
      const etag = `"${nombre}"`
      const headers = { ...KEEPING[area], etag, 'content-security-policy': "sandbox; default-src 'none'" }
      if (request.headers['if-none-match'] === etag && (await storage.has(key)))
        return reply.status(304).headers(headers).send()
      const stored = await storage.open(key)
      if (!stored) throw fail('NO_ENCONTRADO')
      reply.headers({ ...headers, 'content-type': type, 'content-length': stored.size })
      return reply.send(stored.stream)
    })
}
