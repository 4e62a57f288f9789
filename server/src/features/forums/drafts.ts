import type { Draft } from '@campus/contract/forums'
import { MAX_DRAFT_HTML } from '@campus/contract/rules'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { textos_sin_enviar } from './forums.tables.ts'
import { keepPictures } from './pictures.ts'
import { limitBytes } from './sanitize.ts'

const DRAFTS = limit('borrador_usuario', 300, 10 * 60)

const MAX_DRAFTS = 50
const DRAFT_DAYS = 90

const columns = {
  clave: textos_sin_enviar.clave,
  contenido: textos_sin_enviar.contenido,
  actualizado_en: textos_sin_enviar.actualizado_en,
}
const draftOf = (usuario: number, clave: string) =>
  and(eq(textos_sin_enviar.id_usuario, usuario), eq(textos_sin_enviar.clave, clave))

/** Saves a draft or deletes an empty one; the newest remain. @throws DATOS_INVALIDOS, DEMASIADOS_INTENTOS */
export async function saveDraft(db: Db, usuario: number, clave: string, contenido: string): Promise<Draft | null> {
  await throttle(db, DRAFTS, String(usuario))
  limitBytes(contenido, MAX_DRAFT_HTML)
  if (contenido === '') {
    await deleteDraft(db, usuario, clave)
    return null
  }
  await keepPictures(db, contenido)
  const [row] = await db
    .insert(textos_sin_enviar)
    .values({ id_usuario: usuario, clave, contenido })
    .onConflictDoUpdate({
      target: [textos_sin_enviar.id_usuario, textos_sin_enviar.clave],
      set: { contenido, actualizado_en: sql`now()` },
    })
    .returning(columns)
  const mine = eq(textos_sin_enviar.id_usuario, usuario)
  const older = db
    .select({ clave: textos_sin_enviar.clave })
    .from(textos_sin_enviar)
    .where(mine)
    .orderBy(desc(textos_sin_enviar.actualizado_en))
    .offset(MAX_DRAFTS)
  await db.delete(textos_sin_enviar).where(and(mine, inArray(textos_sin_enviar.clave, older)))
  return row ?? null
}

export async function findDraft(db: Db, usuario: number, clave: string): Promise<Draft | null> {
  const [row] = await db.select(columns).from(textos_sin_enviar).where(draftOf(usuario, clave))
  return row ?? null
}

export async function deleteDraft(db: Db, usuario: number, clave: string): Promise<void> {
  await db.delete(textos_sin_enviar).where(draftOf(usuario, clave))
}

/** Deletes drafts unchanged for 90 days; run by a job. */
export async function sweepDrafts(db: Db): Promise<void> {
  const { actualizado_en } = textos_sin_enviar
  await db.delete(textos_sin_enviar).where(sql`${actualizado_en} < now() - make_interval(days => ${DRAFT_DAYS})`)
}
