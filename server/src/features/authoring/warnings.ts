import type { Warning } from '@campus/contract/documents/warnings'
import { cutText } from '@campus/contract/shorten'
import { cleanLine, quoted } from '@campus/contract/texts'
import { sql } from 'drizzle-orm'
import { linksIn } from '../../kit/html/html.ts'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import { ownHosts } from '../brands/brands.ts'
import { CERTIFYING_EXAM } from '../catalogue/catalogue.ts'
import { type CampusTarget, campusTarget, ownAddress } from './campus-links.ts'

const ids = (all: number[]) => sql`${sql.param(all)}::bigint[]`

/** Shown modules without an exam, where others have one or nothing leads to a certificate. */
async function modulesWithoutExam(tx: Db, courses: number[]): Promise<Warning[]> {
  const rows = await query<{ id: number; nombre: string; con_final: boolean; con_otros: boolean }>(
    tx,
    sql`WITH examenes AS (SELECT e.id_curso, e.id_modulo FROM evaluaciones e WHERE e.id_curso = ANY(${ids(courses)}) AND ${CERTIFYING_EXAM})
      SELECT m.id, m.nombre, EXISTS (SELECT 1 FROM examenes x WHERE x.id_curso = m.id_curso AND x.id_modulo IS NULL) AS con_final,
        EXISTS (SELECT 1 FROM examenes x WHERE x.id_curso = m.id_curso AND x.id_modulo IS NOT NULL) AS con_otros
      FROM modulos m WHERE m.id_curso = ANY(${ids(courses)}) AND m.activo
        AND NOT EXISTS (SELECT 1 FROM examenes x WHERE x.id_modulo = m.id)
      ORDER BY m.id_curso, m.orden, m.id`,
  )
  return rows
    .filter(({ con_final, con_otros }) => con_otros || !con_final)
    .map(({ id, nombre, con_otros }) => ({
      ...{ motivo: con_otros ? 'sin_examen' : 'sin_certificado', objeto: `modulo:${id}`, nombre },
      ...{ ruta: 'examen', detalle: '' },
    }))
}

type Text = { objeto: string; nombre: string; ruta: string; titulo: string; texto: string }

const MAX_TEXTS = 1000
const MAX_LINKS = 100

/** Shown texts of courses with an address of the brand's own, in the order of the outline. */
const textsWithLinks = (tx: Db, courses: number[], addresses: string[]) =>
  query<Text>(
    tx,
    sql`SELECT 'leccion:' || l.id AS objeto, l.titulo AS nombre, t.ruta, t.titulo, t.texto
      FROM modulos m JOIN lecciones l ON l.id_modulo = m.id AND l.activo
      CROSS JOIN LATERAL (SELECT 'contenido' AS ruta, '' AS titulo, l.contenido AS texto, 0 AS orden
        UNION ALL SELECT 'materiales.' || x.orden - 1 || CASE WHEN x.tipo = 'Enlace' THEN '.ruta' ELSE '.texto' END, x.nombre,
          CASE WHEN x.tipo = 'Enlace' THEN x.ruta ELSE x.texto END, x.orden
        FROM materiales x WHERE x.id_leccion = l.id AND x.tipo IN ('Enlace', 'Texto')) t
      WHERE m.id_curso = ANY(${ids(courses)}) AND m.activo AND t.texto LIKE ANY(${sql.param(addresses)}::text[])
      ORDER BY m.id_curso, m.orden, l.orden, l.id, t.orden LIMIT ${MAX_TEXTS}`,
  )

type OwnLink = Warning & { url: URL }

function ownLinks({ objeto, nombre, ruta, titulo, texto }: Text, hosts: ReadonlySet<string>): OwnLink[] {
  const links = ruta.endsWith('.ruta') ? [{ href: texto, text: titulo }] : linksIn(texto)
  return links.flatMap(({ href, text }) => {
    const url = ownAddress(href, hosts)
    const detalle = quoted(cutText(cleanLine(text) || href, 80))
    return url ? [{ motivo: 'enlace' as const, objeto, nombre, ruta, detalle, url }] : []
  })
}

const LINK = 'x(n int, marca text, tipo text, id bigint, gratis bool)'

/** Of links to something, those whose thing students of the brand do not see. The courses themselves are about to be shown. */
async function unseen(
  tx: Db,
  links: (Partial<CampusTarget> & { n: number; marca: string | null })[],
  courses: number[],
  brand: number,
) {
  const shown = sql`c.id_cliente = ${brand} AND (c.estado = 1 OR c.id = ANY(${ids(courses)}))`
  const rows = await query<{ n: number }>(
    tx,
    sql`SELECT x.n FROM ${recordset(links, LINK)}
      WHERE NOT EXISTS (SELECT 1 FROM clientes b WHERE b.id = ${brand} AND coalesce(x.marca, b.slug) IN (b.slug, b.id::text))
        OR NOT CASE x.tipo
          WHEN 'curso' THEN EXISTS (SELECT 1 FROM cursos c WHERE c.id = x.id AND ${shown})
          WHEN 'modulo' THEN EXISTS (SELECT 1 FROM modulos m JOIN cursos c ON c.id = m.id_curso WHERE m.id = x.id AND m.activo AND ${shown})
          WHEN 'leccion' THEN EXISTS (SELECT 1 FROM lecciones l JOIN modulos m ON m.id = l.id_modulo AND m.activo
            JOIN cursos c ON c.id = m.id_curso WHERE l.id = x.id AND l.activo AND (l.gratis OR NOT x.gratis) AND ${shown})
          WHEN 'evaluacion' THEN EXISTS (SELECT 1 FROM evaluaciones e JOIN cursos c ON c.id = e.id_curso
            LEFT JOIN modulos m ON m.id = e.id_modulo WHERE e.id = x.id AND e.estado = 1 AND coalesce(m.activo, true) AND ${shown})
          WHEN 'foro' THEN EXISTS (SELECT 1 FROM foros f WHERE f.id = x.id AND f.id_cliente = ${brand} AND f.eliminado_en IS NULL)
          WHEN 'categoria' THEN EXISTS (SELECT 1 FROM categorias k WHERE k.id = x.id AND k.id_cliente = ${brand} AND k.estado = 1)
          ELSE true END`,
  )
  return new Set(rows.map(({ n }) => n))
}

/** Links into the campus or the shop that lead nowhere; other addresses are not requested. */
async function deadLinks(tx: Db, courses: number[], brand: number, publicUrl: string): Promise<Warning[]> {
  const hosts = await ownHosts(tx, brand, publicUrl)
  const addresses = ['%href="/%', ...[...hosts].flatMap((host) => [`%href="https://${host}%`, `https://${host}%`])]
  const links = (await textsWithLinks(tx, courses, addresses)).flatMap((text) => ownLinks(text, hosts))
  const targets = links.map(({ url }) => campusTarget(url.pathname))
  const asked = links.map(({ url }, n) => {
    const target = targets[n]
    return { n, marca: url.searchParams.get('marca'), ...(typeof target === 'object' && target) }
  })
  const gone = links.length > 0 ? await unseen(tx, asked, courses, brand) : new Set<number>()
  return links
    .filter((_, n) => targets[n] === 'nothing' || gone.has(n))
    .slice(0, MAX_LINKS)
    .map(({ url: _, ...warning }) => warning)
}

/** What to warn of in courses that were just written. */
export const courseWarnings = async (tx: Db, courses: number[], brand: number, publicUrl: string) => [
  ...(await modulesWithoutExam(tx, courses)),
  ...(await deadLinks(tx, courses, brand, publicUrl)),
]
