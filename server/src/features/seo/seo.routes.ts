import type { App, Deps } from '../../platform/http/http.ts'
import { robots, siteMap } from './seo.ts'

export function seoRoutes(app: App, { db, brandOf, config: { publicUrl } }: Deps): void {
  const schema = { hide: true }
  app.get('/sitemap.xml', { schema }, async (request, reply) => {
    const { id } = await brandOf(request)
    reply.type('application/xml; charset=utf-8').header('cache-control', 'public, no-cache').header('vary', 'cookie')
    return siteMap(db, publicUrl, id)
  })
  app.get('/robots.txt', { schema }, async (request, reply) => {
    const { id } = await brandOf(request)
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, no-cache').header('vary', 'cookie')
    return robots(db, publicUrl, id)
  })
}
