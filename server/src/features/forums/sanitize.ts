import { plainText } from '@campus/contract/plain-text'
import { MAX_POST_HTML, POST_LONG_TEXT } from '@campus/contract/rules'
import { isBlank, withoutPiles } from '@campus/contract/texts'
import { sql } from 'drizzle-orm'
import { cleanPost } from '../../kit/html/html.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { invalid } from '../../platform/failures.ts'
import { LIVE_ENROLMENT } from '../learning/learning.ts'
import { mentionsIn, nameMentions } from './mentions.ts'
import { keepPictures } from './pictures.ts'

/** A sanitized text: HTML, plain text and ids of the users whom it addresses. */
export type Written = { contenido: string; texto: string; menciones: number[] }

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Names, by id, of those users who can read the forum. */
async function readersAmong(db: Db, forum: Audience, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await query<{ id: number; nombre: string }>(
    db,
    sql`SELECT u.id, u.nombres || ' ' || u.apellidos AS nombre FROM usuarios u
    WHERE u.id = ANY(${sql.param(ids)}::bigint[]) AND u.id_cliente = ${forum.id_cliente} AND u.estado = 1
      AND (${forum.id_curso}::bigint IS NULL OR u.tipo_cliente = 'Administrador'
        OR EXISTS (SELECT 1 FROM curso_docentes cd WHERE cd.id_curso = ${forum.id_curso}::bigint AND cd.id_usuario = u.id)
        OR EXISTS (SELECT 1 FROM matriculas WHERE matriculas.id_curso = ${forum.id_curso}::bigint
          AND matriculas.id_usuario = u.id AND ${LIVE_ENROLMENT}))`,
  )
  return new Map(rows.map(({ id, nombre }) => [id, nombre]))
}

/** Who can read a text, and so may be mentioned in it. */
export type Audience = { id_cliente: number; id_curso: number | null }

const MAX_MENTIONS = 20

/** @throws DATOS_INVALIDOS under `contenido` */
export function limitBytes(html: string, maxBytes: number): void {
  if (Buffer.byteLength(html) > maxBytes) throw invalid('contenido', POST_LONG_TEXT)
}

/**
 * Sanitizes user HTML and keeps its pictures; mentions keep only users who can read it, with their real names.
 * @throws DATOS_INVALIDOS under `contenido`: `empty` when no text or picture remains, or when escaping made it too long
 */
export async function sanitizeText(db: Db, audience: Audience, html: string, empty: string): Promise<Written> {
  const clean = cleanPost(html)
  const { notified, shown } = mentionsIn(clean)
  const readers = await readersAmong(db, audience, [...new Set([...notified, ...shown])].slice(0, MAX_MENTIONS))
  const contenido = nameMentions(clean, readers)
  limitBytes(contenido, MAX_POST_HTML)
  const texto = withoutPiles(plainText(contenido))
  if (isBlank(contenido)) throw invalid('contenido', empty)
  await keepPictures(db, contenido)
  return { contenido, texto, menciones: [...readers.keys()].filter((id) => notified.has(id)) }
}
