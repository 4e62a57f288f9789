import { z } from 'zod'
import { fail } from './failures.ts'
import type { App, Deps } from './http.ts'

const TYPES: Record<string, string> = { avif: 'image/avif', webp: 'image/webp' }

/** Public pictures. Their names carry their content's hash, so an address may be kept for ever. */
export function storageRoutes(app: App, { storage }: Deps): void {
  app.get(
    '/api/storage/imagenes/:nombre',
    {
      config: { access: 'public' },
      schema: { tags: ['Archivos'], params: z.object({ nombre: z.string().max(90) }), response: { 200: z.any() } },
    },
    async (request, reply) => {
      const { nombre } = request.params
      const type = TYPES[nombre.split('.').at(-1) ?? '']
      const stored = type ? await storage.open(`imagenes/${nombre}`) : null
      if (!stored || !type) throw fail('NO_ENCONTRADO')
      reply.headers({
        'content-type': type,
        'content-length': stored.size,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "sandbox; default-src 'none'",
      })
      return reply.send(stored.stream)
    },
  )
}
