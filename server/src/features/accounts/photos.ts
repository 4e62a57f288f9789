import { sql } from 'drizzle-orm'
import { isOwnPhoto, newPhotoAddress, removePicture, storePhoto } from '../../kit/pictures/pictures.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { Storage } from '../../platform/files/storage.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'

const PHOTOS = limit('foto_usuario', 20, 24 * 60 * 60)

export const REMOVE_PHOTO = 'foto_retirada'

export type RemovedPhoto = { id: number; foto: string }

/** Longer than any request, so the photo is either assigned or abandoned by then. */
const UPLOAD_GRACE_SECONDS = 10 * 60

/**
 * Schedules the removal first, so that no failure leaves a file without an owner. Returns the photo's URL.
 * @throws DEMASIADOS_INTENTOS, IMAGEN_INVALIDA, SIN_ESPACIO
 */
export async function uploadPhoto(
  db: Db,
  jobs: Jobs,
  storage: Storage,
  idUsuario: number,
  bytes: Buffer,
): Promise<string> {
  await throttle(db, PHOTOS, String(idUsuario))
  const foto = newPhotoAddress()
  await jobs.send(db, REMOVE_PHOTO, { id: idUsuario, foto } satisfies RemovedPhoto, {
    startAfter: UPLOAD_GRACE_SECONDS,
  })
  await storePhoto(storage, bytes, foto)
  return foto
}

/** The job runs once `tx`, in which the user loses the photo, is committed. */
export async function schedulePhotoRemoval(tx: Db, jobs: Jobs, id: number, foto: string | null): Promise<void> {
  if (foto) await jobs.send(tx, REMOVE_PHOTO, { id, foto } satisfies RemovedPhoto)
}

/** Older photos are named after their content, so others or the academy's content may use the same file. */
async function isInUse(db: Db, { id, foto }: RemovedPhoto): Promise<boolean> {
  const [row] = await query<{ visible: boolean }>(
    db,
    isOwnPhoto(foto)
      ? sql`SELECT EXISTS (SELECT 1 FROM usuarios WHERE id = ${id} AND foto_perfil = ${foto}) AS visible`
      : sql`SELECT EXISTS (SELECT 1 FROM usuarios WHERE foto_perfil = ${foto})
          OR EXISTS (SELECT 1 FROM cursos WHERE imagen = ${foto})
          OR EXISTS (SELECT 1 FROM premios WHERE imagen = ${foto})
          OR EXISTS (SELECT 1 FROM clientes c WHERE strpos(to_jsonb(c)::text, ${foto}) > 0)
          OR EXISTS (SELECT 1 FROM botones b WHERE strpos(to_jsonb(b)::text, ${foto}) > 0) AS visible`,
  )
  return row?.visible === true
}

export async function removePhoto(db: Db, storage: Storage, photo: RemovedPhoto): Promise<void> {
  if (!(await isInUse(db, photo))) await removePicture(storage, photo.foto)
}
