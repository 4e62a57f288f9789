import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aBrand, aCourse } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { clientes } from '../brands/brands.tables.ts'
import { categorias, cursos } from '../catalogue/catalogue.tables.ts'
import { paginas } from '../pages/pages.tables.ts'

const t = useApp()
const get = (url: string, host = 'campus.test') => t.call('GET', url, { headers: { host } })

async function locations(url: string, host?: string): Promise<string[]> {
  const { body } = await get(url, host)
  return [...String(body).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => loc)
}

/** Brand 1 under the public URL, brand 3 with its own hosts; each with a course. */
async function aSite() {
  const { db } = t.deps
  const one = await aCourse(db, { id_cliente: 1 })
  const two = await aCourse(db)
  const three = await aCourse(db, { id_cliente: 3 })
  await db
    .update(clientes)
    .set({ dominios: ['tres.pe', 'www.tres.pe'] })
    .where(eq(clientes.id, 3))
  expect(await locations('/sitemap.xml', 'tres.pe')).toContain('http://tres.pe/')
  return { one, two, three }
}

describe('GET /sitemap.xml', () => {
  it('lists the canonical URL of each public page of the brand', async () => {
    const { db } = t.deps
    const { one, two, three } = await aSite()
    const withdrawn = await aCourse(db)
    await db.update(cursos).set({ estado: 0 }).where(eq(cursos.id, withdrawn.id))
    const [own] = await db.select().from(cursos).where(eq(cursos.id, two.id))
    const answer = await get('/sitemap.xml')
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
    expect(answer.body).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org/)
    expect(await locations('/sitemap.xml')).toEqual(
      [
        '/',
        '/cursos',
        `/cursos/${own?.id_categoria}`,
        `/detallecurso/${two.id}`,
        '/premios',
        '/terminos',
        '/privacidad',
        '/preguntas-frecuentes',
        '/reembolsos',
        '/libro-de-reclamaciones',
      ].map((path) => `http://campus.test${path}`),
    )
    // A category without active courses is not listed.
    expect(await db.select().from(categorias).where(eq(categorias.id_cliente, 2))).toHaveLength(2)
    expect(await locations('/sitemap.xml?marca=1')).toContain(`http://campus.test/detallecurso/${one.id}?marca=marca-1`)
    expect(await locations('/sitemap.xml', 'www.tres.pe')).toContain(`http://tres.pe/detallecurso/${three.id}`)
  })

  it('includes the last change of a written page', async () => {
    await aBrand(t.deps.db, 2)
    const row = { id_cliente: 2, clave: 'terminos' as const, titulo: 'a', markdown: 'b' }
    await t.deps.db.insert(paginas).values({ ...row, actualizado_en: '2026-11-02T10:00:00.000Z' })
    expect((await get('/sitemap.xml')).body).toContain(
      '<url><loc>http://campus.test/terminos</loc><lastmod>2026-11-02</lastmod></url>',
    )
  })
})

describe('GET /robots.txt', () => {
  it('disallows the API, signed-in screens and the purchase, and lists the site maps of its host', async () => {
    await aSite()
    const { status, headers, body } = await get('/robots.txt')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const lines = String(body).split('\n')
    for (const path of ['/api/', '/inicio', '/miscursos', '/carrito', '/pago', '/pasarela-de-prueba'])
      expect(lines).toContain(`Disallow: ${path}`)
    for (const path of ['/', '/cursos', '/detallecurso', '/premios']) expect(lines).not.toContain(`Disallow: ${path}`)
    const maps = lines.filter((line) => line.startsWith('Sitemap:'))
    expect(maps).toEqual([
      'Sitemap: http://campus.test/sitemap.xml?marca=marca-1',
      'Sitemap: http://campus.test/sitemap.xml',
    ])
    const own = String((await get('/robots.txt', 'tres.pe')).body)
    expect(own.match(/^Sitemap:.*$/gm)).toEqual(['Sitemap: http://tres.pe/sitemap.xml'])
  })
})
