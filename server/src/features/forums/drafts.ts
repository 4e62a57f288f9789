import type { Draft } from '@campus/contract/forums'
import { MAX_DRAFT_HTML } from '@campus/contract/rules'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { throttle } from '../../platform/http/throttle.ts'
import { borradores } from './forums.tables.ts'
import { limitBytes } from './sanitize.ts'

const MOST_DRAFTS = 50
const KEPT_DAYS = 90

const columns = {
  clave: borradores.clave,
  contenido: borradores.contenido,
  actualizado_en: borradores.actualizado_en,
}
const ofPerson = (usuario: number, clave: string) =>
  and(eq(borradores.id_usuario, usuario), eq(borradores.clave, clave))

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
  const [row] = await db
    .insert(borradores)
    .values({ id_usuario: usuario, clave, contenido })
    .onConflictDoUpdate({
      target: [borradores.id_usuario, borradores.clave],
      set: { contenido, actualizado_en: sql`now()` },
    })
    .returning(columns)
  const mine = eq(borradores.id_usuario, usuario)
  const older = db
    .select({ clave: borradores.clave })
    .from(borradores)
    .where(mine)
    .orderBy(desc(borradores.actualizado_en))
    .offset(MOST_DRAFTS)
  await db.delete(borradores).where(and(mine, inArray(borradores.clave, older)))
  return row ?? null
}

/** A person's draft, or null. */
export async function findDraft(db: Db, usuario: number, clave: string): Promise<Draft | null> {
  const [row] = await db.select(columns).from(borradores).where(ofPerson(usuario, clave))
  return row ?? null
}

/** Forgets a draft, once its text was sent. */
export async function dropDraft(db: Db, usuario: number, clave: string): Promise<void> {
  await db.delete(borradores).where(ofPerson(usuario, clave))
}

/** Removes drafts that were not changed for 90 days; a job runs it. */
export async function sweepDrafts(db: Db): Promise<void> {
  await db.execute(sql`DELETE FROM borradores WHERE actualizado_en < now() - make_interval(days => ${KEPT_DAYS})`)
}
