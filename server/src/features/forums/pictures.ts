import { MAX_FORUM_PICTURE_BYTES, MAX_FORUM_PICTURES } from '@campus/contract/rules'
import { and, eq, sql } from 'drizzle-orm'
import { newUploadAddress, removePicture, storeUpload } from '../../kit/pictures/pictures.ts'
import { type Db, isAnyOf, query } from '../../platform/db/database.ts'
import { invalid } from '../../platform/failures.ts'
import type { Storage } from '../../platform/files/storage.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { imagenes_foro } from './forums.tables.ts'

type Picture = { id: number; ruta: string }

const PICTURES = limit('imagen_foro_usuario', 60, 24 * 60 * 60)

const FULL = `Tus imágenes en los foros llegaron al máximo: ${MAX_FORUM_PICTURES}, o ${MAX_FORUM_PICTURE_BYTES / 1_000_000} MB.`

/** The row precedes the files, so that every file has one. @throws DEMASIADOS_INTENTOS, DATOS_INVALIDOS */
async function reservePicture(db: Db, usuario: number): Promise<Picture> {
  return db.transaction(async (tx) => {
    // The throttle row stays locked until commit, so concurrent uploads of a user are counted one by one.
    await throttle(tx, PICTURES, String(usuario))
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
    if (!row) throw new Error('the picture was not inserted')
    return row
  })
}

/**
 * Stores a picture and returns its address.
 * @throws DEMASIADOS_INTENTOS, DATOS_INVALIDOS over the quota, IMAGEN_INVALIDA, SIN_ESPACIO, NO_DISPONIBLE
 */
export async function uploadPicture(db: Db, storage: Storage, usuario: number, file: Buffer): Promise<string> {
  const { id, ruta } = await reservePicture(db, usuario)
  try {
    const bytes = await storeUpload(storage, file, ruta)
    await db.update(imagenes_foro).set({ bytes }).where(eq(imagenes_foro.id, id))
  } catch (error) {
    await deletePicture(db, storage, { id, ruta }).catch(() => undefined)
    throw error
  }
  return ruta
}

/** Files first: if interrupted, the next sweep finds the row again. */
async function deletePicture(db: Db, storage: Storage, { id, ruta }: Picture): Promise<void> {
  await removePicture(storage, ruta)
  await db.delete(imagenes_foro).where(eq(imagenes_foro.id, id))
}

/** The name shared by all sizes of a picture. */
const NAME = /\/api\/storage\/imagenes\/([0-9a-f]{64})-/g

const namesIn = (text: string): string[] => [...new Set([...text.matchAll(NAME)].map(([, name = '']) => name))]

/**
 * Before a text is stored: the sweep, which does not see it yet, leaves its pictures for two days more. One picture is
 * looked at by its lock, so that it is either kept here or away before.
 */
export async function keepPictures(db: Db, text: string): Promise<void> {
  const names = namesIn(text)
  if (names.length === 0) return
  await db
    .update(imagenes_foro)
    .set({ revisar_en: sql`now() + interval '48 hours'` })
    .where(
      and(
        isAnyOf(
          imagenes_foro.ruta,
          names.map((name) => `/api/storage/imagenes/${name}-1280.webp`),
        ),
        // A draft is saved every few seconds.
        sql`${imagenes_foro.revisar_en} < now() + interval '47 hours'`,
      ),
    )
}

const BATCH = 500

/** Whether a text in this column shows the picture `p.nombre`; by the index of the table. */
export const shownIn = (table: string, column = 'contenido') =>
  sql.raw(
    `EXISTS (SELECT FROM ${table} WHERE imagenes_en(${column}) @> ARRAY[p.nombre] AND ${column} LIKE '%/api/storage/imagenes/%')`,
  )

/** The addresses referenced by any forum, post, version, draft or comment. */
async function referencedAmong(db: Db, addresses: string[]): Promise<Set<string>> {
  const rows = await query<{ ruta: string }>(
    db,
    sql`SELECT p.ruta FROM (SELECT ruta, substring(ruta from '[0-9a-f]{64}') AS nombre
        FROM unnest(${sql.param(addresses)}::text[]) ruta) p
      WHERE ${shownIn('foros')} OR ${shownIn('posts_foro')} OR ${shownIn('versiones_post')}
        OR ${shownIn('textos_sin_enviar')} OR ${shownIn('comentarios', 'comentario')}`,
  )
  return new Set(rows.map(({ ruta }) => ruta))
}

/** A text that was sent meanwhile has kept its picture; one that comes now waits. */
async function deleteDue(db: Db, storage: Storage, picture: Picture): Promise<void> {
  await db.transaction(async (tx) => {
    const [due] = await tx
      .select({ id: imagenes_foro.id })
      .from(imagenes_foro)
      .where(and(eq(imagenes_foro.id, picture.id), sql`${imagenes_foro.revisar_en} <= now()`))
      .for('update')
    if (due) await deletePicture(tx, storage, picture)
  })
}

/** Deletes unreferenced pictures and rechecks referenced ones in a month; run daily by a job. */
export async function sweepPictures(db: Db, storage: Storage): Promise<void> {
  for (;;) {
    const due = await db
      .select({ id: imagenes_foro.id, ruta: imagenes_foro.ruta })
      .from(imagenes_foro)
      .where(sql`${imagenes_foro.revisar_en} <= now()`)
      .orderBy(imagenes_foro.revisar_en, imagenes_foro.id)
      .limit(BATCH)
    if (due.length === 0) return
    const referenced = await referencedAmong(
      db,
      due.map(({ ruta }) => ruta),
    )
    const inUse = due.filter(({ ruta }) => referenced.has(ruta)).map(({ id }) => id)
    await db
      .update(imagenes_foro)
      .set({ revisar_en: sql`now() + interval '30 days'` })
      .where(isAnyOf(imagenes_foro.id, inUse))
    for (const picture of due) if (!referenced.has(picture.ruta)) await deleteDue(db, storage, picture)
  }
}
