import { MOST_CATEGORIES, MOST_COURSES } from '@campus/contract/course-limits'
import { PAGE_KEYS } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { canonicalOf, listBrands, publicBrand } from '../brands/brands.ts'

/** What a search engine must not open: calls, screens of a session, and steps of a purchase. */
const CLOSED = [
  '/api/',
  '/inicio',
  '/miscursos',
  '/examen/',
  '/foro/',
  '/calendario',
  '/perfil',
  '/miscertificados',
  '/certificado-modulo/',
  '/notificaciones',
  '/soporte',
  '/prompt',
  '/referidos',
  '/carrito',
  '/pago',
  '/restablecer/',
  '/pasarela-de-prueba',
  // The same login for every page that leads there.
  '/*redirect=',
]

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

type Listed = { categorias: number[]; cursos: number[]; paginas: Record<string, string> | null }

const listed = (db: Db, marca: number) =>
  query<Listed>(
    db,
    sql`SELECT
    (SELECT coalesce(json_agg(t.id), '[]') FROM (SELECT k.id FROM categorias k WHERE k.id_cliente = v.id AND k.estado = 1
      AND EXISTS (SELECT 1 FROM cursos c WHERE c.id_categoria = k.id AND c.estado = 1)
      ORDER BY k.orden, k.id LIMIT ${MOST_CATEGORIES}) t) AS categorias,
    (SELECT coalesce(json_agg(t.id), '[]') FROM (SELECT c.id FROM cursos c WHERE c.id_cliente = v.id AND c.estado = 1
      ORDER BY c.id LIMIT ${MOST_COURSES}) t) AS cursos,
    (SELECT json_object_agg(p.clave, p.actualizado_en) FROM paginas p WHERE p.id_cliente = v.id) AS paginas
    FROM (SELECT ${marca}::int AS id) v`,
  )

/** The public pages of a brand by path, with the day of their last change where it is known. */
async function publicPaths(db: Db, marca: number): Promise<{ path: string; changed?: string }[]> {
  const [found] = await listed(db, marca)
  const { categorias = [], cursos = [], paginas = null } = found ?? {}
  return [
    { path: '/' },
    { path: '/cursos' },
    ...categorias.map((id) => ({ path: `/cursos/${id}` })),
    ...cursos.map((id) => ({ path: `/detallecurso/${id}` })),
    { path: '/premios' },
    ...PAGE_KEYS.map((clave) => ({ path: `/${clave}`, changed: paginas?.[clave]?.slice(0, 10) })),
    { path: '/libro-de-reclamaciones' },
  ]
}

/** The site map of a brand (sitemaps.org 0.9): the canonical address of each of its public pages. */
export async function siteMap(db: Db, publicUrl: string, marca: number): Promise<string> {
  const brand = (await listBrands(db)).find(({ id }) => id === marca)
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
  ]
  if (brand) {
    const shown = publicBrand(brand, publicUrl)
    for (const { path, changed } of await publicPaths(db, marca)) {
      const lastmod = changed ? `<lastmod>${changed}</lastmod>` : ''
      lines.push(`<url><loc>${escaped(canonicalOf(shown, path))}</loc>${lastmod}</url>`)
    }
  }
  return `${[...lines, '</urlset>'].join('\n')}\n`
}

/** What search engines may open on the host of a visit to `marca`, and the site maps of the brands that live there. */
export async function robots(db: Db, publicUrl: string, marca: number): Promise<string> {
  const brands = (await listBrands(db)).map((brand) => publicBrand(brand, publicUrl))
  const host = brands.find(({ id }) => id === marca)?.url_base ?? publicUrl
  const maps = brands.filter(({ url_base }) => url_base === host).map((brand) => canonicalOf(brand, '/sitemap.xml'))
  return [
    'User-agent: *',
    // Pictures are public; the longer rule wins.
    'Allow: /api/storage/imagenes/',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    '',
    ...maps.map((address) => `Sitemap: ${address}`),
    '',
  ].join('\n')
}
