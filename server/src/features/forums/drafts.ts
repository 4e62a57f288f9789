import type { Draft } from '@campus/contract/forums'
import { MAX_DRAFT_HTML } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { throttle } from '../../platform/http/throttle.ts'
import { limitBytes } from './writing.ts'

const MOST_DRAFTS = 50
const KEPT_DAYS = 90

const COLUMNS = sql.raw(`clave, contenido, to_json(actualizado_en) #>> '{}' AS actualizado_en`)

/**
 * Keeps a text that was not sent yet; of a person's drafts the 50 newest stay. An empty one is removed.
 * @throws DATOS_INVALIDOS, DEMASIADOS_INTENTOS
 */
export async function keepDraft(db: Db, usuario: number, clave: string, contenido: string): Promise<Draft | null> {
  await throttle(db, 'borrador_usuario', String(usuario))
  limitBytes(contenido, MAX_DRAFT_HTML)
  if (contenido === '') {
    await dropDraft(db, usuario, clave)
    return null
  }
  const [row] = (
    await db.execute<Draft>(sql`
    INSERT INTO borradores (id_usuario, clave, contenido) VALUES (${usuario}, ${clave}, ${contenido})
    ON CONFLICT (id_usuario, clave) DO UPDATE SET contenido = excluded.contenido, actualizado_en = now() RETURNING ${COLUMNS}`)
  ).rows
  await db.execute(sql`DELETE FROM borradores b USING (SELECT clave FROM borradores WHERE id_usuario = ${usuario}
    ORDER BY actualizado_en DESC OFFSET ${MOST_DRAFTS}) viejos WHERE b.id_usuario = ${usuario} AND b.clave = viejos.clave`)
  return row ?? null
}

/** A person's draft, or null. */
export async function findDraft(db: Db, usuario: number, clave: string): Promise<Draft | null> {
  const [row] = (
    await db.execute<Draft>(sql`SELECT ${COLUMNS} FROM borradores WHERE id_usuario = ${usuario} AND clave = ${clave}`)
  ).rows
  return row ?? null
}

/** Forgets a draft, once its text was sent. */
export async function dropDraft(db: Db, usuario: number, clave: string): Promise<void> {
  await db.execute(sql`DELETE FROM borradores WHERE id_usuario = ${usuario} AND clave = ${clave}`)
}

/** Removes drafts that nobody touched for 90 days; a job runs it. */
export async function sweepDrafts(db: Db): Promise<void> {
  await db.execute(sql`DELETE FROM borradores WHERE actualizado_en < now() - make_interval(days => ${KEPT_DAYS})`)
}
