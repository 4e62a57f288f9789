import { MAX_CATEGORIES, MAX_COURSES } from '@campus/contract/course-limits'
import { PAGE_KEYS } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { addressOfBrand, canonicalOf, listBrands } from '../brands/brands.ts'

/** API calls, signed-in screens and steps of a purchase. */
const DISALLOWED = [
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
  // One login page, whatever it redirects to.
  '/*redirect=',
]

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

type PublicIds = { categorias: number[]; cursos: number[]; paginas: Record<string, string> | null }

const readPublicIds = (db: Db, marca: number) =>
  query<PublicIds>(
    db,
    sql`SELECT
    (SELECT coalesce(json_agg(t.id), '[]') FROM (SELECT k.id FROM categorias k WHERE k.id_cliente = v.id AND k.estado = 1
      AND EXISTS (SELECT 1 FROM cursos c WHERE c.id_categoria = k.id AND c.estado = 1)
      ORDER BY k.orden, k.id LIMIT ${MAX_CATEGORIES}) t) AS categorias,
    (SELECT coalesce(json_agg(t.id), '[]') FROM (SELECT c.id FROM cursos c WHERE c.id_cliente = v.id AND c.estado = 1
      ORDER BY c.id LIMIT ${MAX_COURSES}) t) AS cursos,
    (SELECT json_object_agg(p.clave, p.actualizado_en) FROM paginas p WHERE p.id_cliente = v.id) AS paginas
    FROM (SELECT ${marca}::bigint AS id) v`,
  )

async function publicPaths(db: Db, marca: number): Promise<{ path: string; changed?: string }[]> {
  const [row] = await readPublicIds(db, marca)
  const { categorias = [], cursos = [], paginas = null } = row ?? {}
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

/** Site map of a brand (sitemaps.org 0.9) with canonical URLs. */
export async function siteMap(db: Db, publicUrl: string, marca: number): Promise<string> {
  const brand = (await listBrands(db)).find(({ id }) => id === marca)
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
  ]
  if (brand) {
    const site = { ...brand, ...addressOfBrand(brand, publicUrl) }
    for (const { path, changed } of await publicPaths(db, marca)) {
      const lastmod = changed ? `<lastmod>${changed}</lastmod>` : ''
      lines.push(`<url><loc>${escapeXml(canonicalOf(site, path))}</loc>${lastmod}</url>`)
    }
  }
  return `${[...lines, '</urlset>'].join('\n')}\n`
}

/** Rules and site maps of the host on which `marca` is visited. */
export async function robots(db: Db, publicUrl: string, marca: number): Promise<string> {
  const brands = (await listBrands(db)).map((brand) => ({ ...brand, ...addressOfBrand(brand, publicUrl) }))
  const host = brands.find(({ id }) => id === marca)?.url_base ?? publicUrl
  const maps = brands.filter(({ url_base }) => url_base === host).map((brand) => canonicalOf(brand, '/sitemap.xml'))
  return [
    'User-agent: *',
    // Pictures are public; longer rules win.
    'Allow: /api/storage/imagenes/',
    'Allow: /api/compartir/',
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    '',
    ...maps.map((address) => `Sitemap: ${address}`),
    '',
  ].join('\n')
}
