import { MAX_FORUM_PICTURE_BYTES, MAX_FORUM_PICTURES } from '@campus/contract/rules'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { newUploadAddress, removePicture, storeUpload } from '../../platform/files/pictures.ts'
import type { Storage } from '../../platform/files/storage.ts'
import { invalid } from '../../platform/http/failures.ts'
import { throttle } from '../../platform/http/throttle.ts'
import { imagenes_foro } from './forums.tables.ts'

const FULL = `Tus imágenes en los foros llegaron al máximo: ${MAX_FORUM_PICTURES}, o ${MAX_FORUM_PICTURE_BYTES / 1_000_000} MB.`

/** Books a picture before its files are written, so that none is left without a row. @throws DEMASIADOS_INTENTOS, DATOS_INVALIDOS */
async function book(db: Db, usuario: number): Promise<{ id: number; ruta: string }> {
  return db.transaction(async (tx) => {
    // Its counter is locked until the commit: two uploads of one person are counted one after the other.
    await throttle(tx, 'imagen_foro_usuario', String(usuario))
    const [sum] = await query<{ imagenes: number; bytes: number }>(
      tx,
      sql`SELECT count(*) AS imagenes, coalesce(sum(bytes), 0) AS bytes FROM imagenes_foro WHERE id_usuario = ${usuario}`,
    )
    if (!sum || sum.imagenes >= MAX_FORUM_PICTURES || sum.bytes >= MAX_FORUM_PICTURE_BYTES)
      throw invalid('imagen', FULL)
    const [row] = await tx
      .insert(imagenes_foro)
      .values({ id_usuario: usuario, ruta: newUploadAddress() })
      .returning({ id: imagenes_foro.id, ruta: imagenes_foro.ruta })
    if (!row) throw new Error('the picture was not booked')
    return row
  })
}

/**
 * Stores a picture for a text.
 * @returns its address
 * @throws DEMASIADOS_INTENTOS, DATOS_INVALIDOS when the person's pictures are too many, IMAGEN_INVALIDA, SIN_ESPACIO, NO_DISPONIBLE
 */
export async function uploadPicture(db: Db, storage: Storage, usuario: number, file: Buffer): Promise<string> {
  const { id, ruta } = await book(db, usuario)
  try {
    const bytes = await storeUpload(storage, file, ruta)
    await db.update(imagenes_foro).set({ bytes }).where(eq(imagenes_foro.id, id))
  } catch (error) {
    await forget(db, storage, { id, ruta }).catch(() => undefined)
    throw error
  }
  return ruta
}

/** The files go first: if this is interrupted, the row is found again. */
async function forget(db: Db, storage: Storage, { id, ruta }: { id: number; ruta: string }): Promise<void> {
  await removePicture(storage, ruta)
  await db.delete(imagenes_foro).where(eq(imagenes_foro.id, id))
}

const BATCH = 500
const SHOWS = sql.raw(`LIKE '%/api/storage/imagenes/%'`)

/** Which of these addresses stand in a text: a forum, a post, an earlier version, a draft or a comment. */
async function shownAmong(db: Db, addresses: string[]): Promise<Set<string>> {
  const rows = await query<{ ruta: string }>(
    db,
    sql`SELECT DISTINCT m[1] AS ruta FROM (
        SELECT contenido AS texto FROM foros WHERE contenido ${SHOWS}
        UNION ALL SELECT contenido FROM posts_foro WHERE contenido ${SHOWS}
        UNION ALL SELECT contenido FROM versiones_post WHERE contenido ${SHOWS}
        UNION ALL SELECT contenido FROM borradores WHERE contenido ${SHOWS}
        UNION ALL SELECT comentario FROM comentarios WHERE comentario ${SHOWS}
      ) t, regexp_matches(t.texto, '/api/storage/imagenes/([0-9a-f]{64})-', 'g') m
      WHERE m[1] = ANY(${sql.param(addresses.map(nameOf))}::text[])`,
  )
  const names = new Set(rows.map(({ ruta }) => ruta))
  return new Set(addresses.filter((address) => names.has(nameOf(address))))
}

/** A text may show any of a picture's sizes: they share this name. */
const nameOf = (address: string): string => /[0-9a-f]{64}/.exec(address)?.[0] ?? ''

/** Deletes the pictures that no text shows; one that is shown is looked at again in a month. A job runs it every day. */
export async function sweepPictures(db: Db, storage: Storage): Promise<void> {
  for (;;) {
    const due = await db
      .select({ id: imagenes_foro.id, ruta: imagenes_foro.ruta })
      .from(imagenes_foro)
      .where(sql`${imagenes_foro.revisar_en} <= now()`)
      .orderBy(imagenes_foro.revisar_en, imagenes_foro.id)
      .limit(BATCH)
    if (due.length === 0) return
    const shown = await shownAmong(
      db,
      due.map(({ ruta }) => ruta),
    )
    const kept = due.filter(({ ruta }) => shown.has(ruta)).map(({ id }) => id)
    await db
      .update(imagenes_foro)
      .set({ revisar_en: sql`now() + interval '30 days'` })
      .where(inArray(imagenes_foro.id, kept))
    for (const picture of due) if (!shown.has(picture.ruta)) await forget(db, storage, picture)
  }
}
