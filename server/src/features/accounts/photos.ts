import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { isOwnPhoto, newPhotoAddress, removePicture, storePhoto } from '../../platform/files/pictures.ts'
import type { Storage } from '../../platform/files/storage.ts'
import { throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'

/** The queue that takes photos off the disk which nobody has any more. */
export const PHOTO_GONE = 'foto_retirada'

/** A photo, by its address, that its person may not have any more. */
export type GonePhoto = { id: number; foto: string }

/** Longer than any request lasts, in seconds: by then a photo that was sent is its person's or nobody's. */
const UNDECIDED = 10 * 60

/**
 * Keeps a photo that was sent, on its way to be `idUsuario`'s. Before a file is written it is known that it may have to go:
 * whatever happens between here and the person's row, no photo stays that nobody has.
 * @returns its address, nobody else's and new each time
 * @throws DEMASIADOS_INTENTOS, IMAGEN_INVALIDA, SIN_ESPACIO
 */
export async function keepPhoto(
  db: Db,
  jobs: Jobs,
  storage: Storage,
  idUsuario: number,
  bytes: Buffer,
): Promise<string> {
  await throttle(db, 'foto_usuario', String(idUsuario))
  const foto = newPhotoAddress()
  await jobs.send(db, PHOTO_GONE, { id: idUsuario, foto } satisfies GonePhoto, { startAfter: UNDECIDED })
  await storePhoto(storage, bytes, foto)
  return foto
}

/** Has a photo taken off the disk once `tx`, in which its person stops having it, is committed. */
export async function letPhotoGo(tx: Db, jobs: Jobs, id: number, foto: string | null): Promise<void> {
  if (foto) await jobs.send(tx, PHOTO_GONE, { id, foto } satisfies GonePhoto)
}

/**
 * Whether anything shows it. An own photo can only be its person's; addresses of before are their content's, which
 * somebody else may have sent too, or an academy's files may hold.
 */
async function isShown(db: Db, { id, foto }: GonePhoto): Promise<boolean> {
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

/** Takes a photo off the disk in all its sizes unless somebody has it; may be repeated. */
export async function removePhoto(db: Db, storage: Storage, gone: GonePhoto): Promise<void> {
  if (!(await isShown(db, gone))) await removePicture(storage, gone.foto)
}
