import type { LessonDocument } from '@campus/contract/documents/lesson'
import { parseVideo } from '@campus/contract/video'
import { sql } from 'drizzle-orm'
import { type Db, recordset } from '../../platform/db/database.ts'
import { showWritten } from './showing.ts'

export type LessonText = { id: number; documento: LessonDocument }

const headOf = ({ id, documento: { titulo, duracion, contenido, gratis } }: LessonText) => ({
  id,
  titulo: titulo || null,
  duracion: Math.max(0, duracion ?? 0),
  contenido,
  gratis,
})

/** Addresses that are no video are left out. */
const videosOf = ({ id, documento }: LessonText) =>
  documento.videos
    .flatMap(({ titulo, enlace }) => {
      const video = parseVideo(enlace)
      return video ? [{ titulo, enlace, ...video }] : []
    })
    .map((video, at) => ({ ...video, id_leccion: id, orden: at + 1 }))

const isThere = ({ tipo, texto, ruta }: LessonDocument['materiales'][number]) =>
  (tipo === 'Texto' ? texto : ruta) !== null

const materialsOf = ({ id, documento }: LessonText) =>
  documento.materiales.filter(isThere).map((material, at) => ({ ...material, id_leccion: id, orden: at + 1 }))

const VIDEOS = 'x(id_leccion bigint, orden int, titulo text, enlace text, tipo_video text, video text, video_hash text)'

const MATERIALS = `x(id_leccion bigint, orden int, tipo text, nombre text, texto text, ruta text, formato text,
  tamano int)`

/** Rows are matched by position; those beyond the end go, because no student's data refers to them. */
async function writeParts(tx: Db, ids: number[], videos: object[], materials: object[]): Promise<void> {
  await tx.execute(sql`WITH x AS (SELECT * FROM ${recordset(videos, VIDEOS)}),
    gone AS (DELETE FROM archivos a WHERE a.id_leccion = ANY(${sql.param(ids)}::bigint[])
      AND NOT EXISTS (SELECT 1 FROM x WHERE x.id_leccion = a.id_leccion AND x.orden = a.orden))
    INSERT INTO archivos (id_leccion, orden, titulo, enlace, tipo_video, video, video_hash) SELECT * FROM x
    ON CONFLICT (id_leccion, orden) DO UPDATE SET titulo = excluded.titulo, enlace = excluded.enlace,
      tipo_video = excluded.tipo_video, video = excluded.video, video_hash = excluded.video_hash
    WHERE (archivos.titulo, archivos.enlace) IS DISTINCT FROM (excluded.titulo, excluded.enlace)`)
  await tx.execute(sql`WITH x AS (SELECT * FROM ${recordset(materials, MATERIALS)}),
    gone AS (DELETE FROM materiales a WHERE a.id_leccion = ANY(${sql.param(ids)}::bigint[])
      AND NOT EXISTS (SELECT 1 FROM x WHERE x.id_leccion = a.id_leccion AND x.orden = a.orden))
    INSERT INTO materiales (id_leccion, orden, tipo, nombre, texto, ruta, formato, tamano) SELECT * FROM x
    ON CONFLICT (id_leccion, orden) DO UPDATE SET tipo = excluded.tipo, nombre = excluded.nombre, texto = excluded.texto,
      ruta = excluded.ruta, formato = excluded.formato, tamano = excluded.tamano
    WHERE (materiales.tipo, materiales.nombre, materiales.texto, materiales.ruta, materiales.formato, materiales.tamano)
      IS DISTINCT FROM (excluded.tipo, excluded.nombre, excluded.texto, excluded.ruta, excluded.formato, excluded.tamano)`)
}

/** Writes titles, texts, videos and materials, for the editor, the content files and the imports alike. */
export async function writeLessons(tx: Db, all: LessonText[]): Promise<void> {
  if (all.length === 0) return
  await tx.execute(sql`UPDATE lecciones l SET titulo = coalesce(x.titulo, l.titulo), duracion = x.duracion,
      contenido = x.contenido, gratis = x.gratis
    FROM ${recordset(all.map(headOf), 'x(id bigint, titulo text, duracion int, contenido text, gratis bool)')}
    WHERE l.id = x.id AND (l.titulo, l.duracion, l.contenido, l.gratis)
      IS DISTINCT FROM (coalesce(x.titulo, l.titulo), x.duracion, x.contenido, x.gratis)`)
  const ids = all.map(({ id }) => id)
  await writeParts(tx, ids, all.flatMap(videosOf), all.flatMap(materialsOf))
  await showWritten(tx, ids)
}
