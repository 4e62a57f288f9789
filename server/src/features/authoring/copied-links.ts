import type { CopiedLink } from '@campus/contract/catalogue.staff'
import { sql } from 'drizzle-orm'
import { mapLinks } from '../../kit/html/html.ts'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import { copiedPage, ownAddress } from './campus-links.ts'

type Kind = 'curso' | 'modulo' | 'leccion' | 'evaluacion'

/** What was copied, with its copy; null for what the copy does not have. */
export type Copies = Record<Kind, ReadonlyMap<number, number | null>>

const FORUM = /^\/foro\/([1-9][0-9]{0,15})\/?$/
export type Links = {
  /** An address in a text of `of`, as the copy has it. */
  address(href: string, of: Pick<CopiedLink, 'objeto' | 'nombre'>): string
  html(text: string, of: Pick<CopiedLink, 'objeto' | 'nombre'>): string
  /** Those that still lead to the original. */
  left: CopiedLink[]
  /** Links to forums, which are never copied. */
  forums: (CopiedLink & { foro: number })[]
}

/** Where the copy has it; null without a copy, undefined when it is not of the original. */
function pathOfCopy(path: string, copies: Copies): string | null | undefined {
  const { parts, page } = copiedPage(path)
  const found = page?.map((word, at) =>
    word.startsWith(':') ? copies[word.slice(1) as Kind].get(Number(parts[at])) : word,
  )
  if (found?.every((part) => part !== null && part !== undefined)) return found.join('/')
  return found?.some((part, at) => part !== undefined && String(part) !== parts[at]) ? null : undefined
}

/** Leads what points to the original to its copy; `hosts` are the brand's own. */
export function linksOf(copies: Copies, hosts: ReadonlySet<string>): Links {
  const links: Links = {
    left: [],
    forums: [],
    address(href, of) {
      const url = ownAddress(href, hosts)
      if (!url) return href
      const forum = FORUM.exec(url.pathname)?.[1]
      if (forum) links.forums.push({ ...of, enlace: href, foro: Number(forum) })
      const path = pathOfCopy(url.pathname, copies)
      if (path === null) links.left.push({ ...of, enlace: href })
      if (!path) return href
      url.pathname = path
      return href.startsWith('/') ? `${path}${url.search}${url.hash}` : url.href
    },
    html: (text, of) => (text.includes('<a ') ? mapLinks(text, (href) => links.address(href, of)) : text),
  }
  return links
}

const MOST_LEFT = 50

/** With the links to forums of the original, a course or a module of it. */
export async function linksLeft(db: Db, { left, forums }: Links, from: { curso?: number; modulo?: number }) {
  if (forums.length === 0) return left.slice(0, MOST_LEFT)
  const rows = await query<{ id: number }>(
    db,
    sql`SELECT id FROM foros WHERE id = ANY(${sql.param(forums.map(({ foro }) => foro))}::bigint[])
      AND (id_curso = ${from.curso ?? null}::bigint OR id_modulo = ${from.modulo ?? null}::bigint)`,
  )
  const own = new Set(rows.map(({ id }) => id))
  const led = forums.flatMap(({ foro, ...link }): CopiedLink[] => (own.has(foro) ? [link] : []))
  return [...left, ...led].slice(0, MOST_LEFT)
}

type Pair = { old: number; new: number | null }

export const mapOf = (pairs: readonly Pair[]): Map<number, number | null> =>
  new Map(pairs.map((pair) => [pair.old, pair.new]))

/** The modules and lessons of a course, all of them, with their copies. */
async function outlineCopies(tx: Db, from: number, to: number) {
  const same = sql`n.id_curso = ${to} AND n.clave = m.clave AND m.activo`
  const modulos = await query<Pair>(
    tx,
    sql`SELECT m.id AS old, n.id AS new FROM modulos m LEFT JOIN modulos n ON ${same} WHERE m.id_curso = ${from}`,
  )
  const lecciones = await query<Pair>(
    tx,
    sql`SELECT l.id AS old, k.id AS new FROM modulos m JOIN lecciones l ON l.id_modulo = m.id LEFT JOIN modulos n ON ${same}
      LEFT JOIN lecciones k ON k.id_modulo = n.id AND k.clave = l.clave AND l.activo WHERE m.id_curso = ${from}`,
  )
  return { modulo: mapOf(modulos), leccion: mapOf(lecciones) }
}

export async function copiesOfCourse(tx: Db, from: number, to: number, exams: Pair[]): Promise<Copies> {
  return { curso: new Map([[from, to]]), ...(await outlineCopies(tx, from, to)), evaluacion: mapOf(exams) }
}

type TextRow = { tabla: 'cursos' | 'lecciones' | 'materiales'; id: number; columna: string; texto: string }
type NamedText = TextRow & { objeto: string; nombre: string }

/** The texts of a course, its lessons and its materials that hold an address. */
const textsOf = (tx: Db, course: number) =>
  query<NamedText>(
    tx,
    sql`SELECT 'cursos' AS tabla, id, 'descripcion' AS columna, descripcion AS texto, 'curso:' || id AS objeto, nombre
        FROM cursos WHERE id = ${course} AND descripcion LIKE '%<a %'
      UNION ALL SELECT 'lecciones', l.id, 'contenido', l.contenido, 'leccion:' || l.id, l.titulo
        FROM lecciones l JOIN modulos m ON m.id = l.id_modulo WHERE m.id_curso = ${course} AND l.contenido LIKE '%<a %'
      UNION ALL SELECT 'materiales', x.id, t.columna, t.texto, 'leccion:' || l.id, l.titulo
        FROM materiales x JOIN lecciones l ON l.id = x.id_leccion JOIN modulos m ON m.id = l.id_modulo
        CROSS JOIN LATERAL (VALUES ('texto', x.texto), ('ruta', CASE WHEN x.tipo = 'Enlace' THEN x.ruta END)) t(columna, texto)
        WHERE m.id_curso = ${course} AND (t.columna = 'ruta' AND t.texto IS NOT NULL OR t.texto LIKE '%<a %')`,
  )

const updateOf = (table: TextRow['tabla'], column: string, rows: TextRow[]) =>
  sql`UPDATE ${sql.identifier(table)} t SET ${sql.identifier(column)} = x.texto
    FROM ${recordset(rows, 'x(id bigint, texto text)')} WHERE t.id = x.id`

/** Writes the texts of a course's copy with its own links. */
export async function relinkCourse(tx: Db, course: number, links: Links): Promise<void> {
  const changed = (await textsOf(tx, course)).flatMap(({ objeto, nombre, ...row }): TextRow[] => {
    const of = { objeto, nombre }
    const texto = row.columna === 'ruta' ? links.address(row.texto, of) : links.html(row.texto, of)
    return texto === row.texto ? [] : [{ ...row, texto }]
  })
  // One statement for each of the four columns.
  for (const [, rows] of Map.groupBy(changed, ({ tabla, columna }) => `${tabla}.${columna}`)) {
    const [first] = rows
    if (first) await tx.execute(updateOf(first.tabla, first.columna, rows))
  }
}
