import { MAX_POST_HTML, POST_LONG_TEXT } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import sanitizeHtml from 'sanitize-html'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { cleanPost } from '../../platform/html.ts'
import { invalid } from '../../platform/http/failures.ts'
import { LIVE_ENROLMENT } from '../learning/learning.ts'

/** A text as it is kept: clean HTML, its words, and whom it mentions. */
export type Written = { contenido: string; texto: string; menciones: number[] }

const MENTION = /<span data-mencion="([0-9]{1,10})">([^<]*)<\/span>/g
const BREAKS = /<\/(p|li|h[2-4]|blockquote|pre|tr)>|<br \/>|<hr \/>/g
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** The words of clean HTML, in one line. */
export function plainText(html: string): string {
  const bare = sanitizeHtml(html.replace(BREAKS, ' $&'), { allowedTags: [], allowedAttributes: {} })
  return bare
    .replace(/&(amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}

/** A text as HTML that says just it. */
export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Of these people those who can read the forum, by id, under the names they really have. */
async function readersAmong(db: Db, forum: Place, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await query<{ id: number; nombre: string }>(
    db,
    sql`SELECT u.id, u.nombres || ' ' || u.apellidos AS nombre FROM usuarios u
    WHERE u.id = ANY(${sql.param(ids)}::int[]) AND u.id_cliente = ${forum.id_cliente} AND u.estado = 1
      AND (${forum.id_curso}::int IS NULL OR u.tipo_cliente = 'Administrador'
        OR EXISTS (SELECT 1 FROM curso_docentes cd WHERE cd.id_curso = ${forum.id_curso}::int AND cd.id_usuario = u.id)
        OR EXISTS (SELECT 1 FROM matriculas WHERE matriculas.id_curso = ${forum.id_curso}::int
          AND matriculas.id_usuario = u.id AND ${LIVE_ENROLMENT}))`,
  )
  return new Map(rows.map(({ id, nombre }) => [id, nombre]))
}

/** Where a text stands: decides who may be mentioned in it. */
export type Place = { id_cliente: number; id_curso: number | null }

const MOST_MENTIONS = 20

/** @throws DATOS_INVALIDOS under `contenido` for a text of more bytes than these */
export function limitBytes(html: string, mostBytes: number): void {
  if (Buffer.byteLength(html) > mostBytes) throw invalid('contenido', POST_LONG_TEXT)
}

/**
 * Cleans what somebody wrote: allow-list, pictures of the campus alone, mentions of people who can read it, by their real
 * names.
 * @throws DATOS_INVALIDOS under `contenido`: with `empty` when neither words nor a picture are left, or when the clean HTML is
 * too large (cleaning can make it five times longer, `<` becomes `&lt;`)
 */
export async function writeDown(db: Db, place: Place, html: string, empty: string): Promise<Written> {
  const clean = cleanPost(html)
  const asked = [...clean.matchAll(MENTION)].map(([, id]) => Number(id)).slice(0, MOST_MENTIONS)
  const known = await readersAmong(db, place, [...new Set(asked.filter((id) => id <= 2_147_483_647))])
  const contenido = clean.replace(MENTION, (_, id: string, said: string) => {
    const name = known.get(Number(id))
    return name ? `<span data-mencion="${id}">@${escapeHtml(name)}</span>` : said
  })
  limitBytes(contenido, MAX_POST_HTML)
  const texto = plainText(contenido)
  if (!texto && !contenido.includes('<img ')) throw invalid('contenido', empty)
  return { contenido, texto, menciones: [...known.keys()] }
}
