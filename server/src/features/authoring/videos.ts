import type { CheckedVideos, Warning } from '@campus/contract/documents/warnings'
import { cleanLine, quoted } from '@campus/contract/texts'
import { parseVideo, type Video } from '@campus/contract/video'
import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Config } from '../../platform/config.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { Deps, Identity } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { addressOfBrand, findBrand } from '../brands/brands.ts'
import { requireCourse } from './authoring.ts'
import { videoProblem } from './video-hosts.ts'

const CHECKS = limit('comprobar_videos_usuario', 60, 10 * 60)

/** Of one call: how many are asked for, how many at once, and until when. */
const MAX_VIDEOS = 200
const AT_ONCE = 8
const DEADLINE_MS = 9000

type Row = { id: number; nombre: string; videos: { titulo: string; enlace: string }[] }

/** The newest texts of what the outline has, the drafts first: they are about to be published. */
const lessonsWithVideos = (db: Db, course: number) =>
  query<Row>(
    db,
    sql`SELECT l.id, coalesce(b.documento ->> 'titulo', l.titulo) AS nombre, v.videos FROM modulos m
      JOIN cursos c ON c.id = m.id_curso JOIN lecciones l ON l.id_modulo = m.id
      LEFT JOIN borradores b ON b.id_cliente = c.id_cliente AND b.objeto = 'leccion:' || l.id
      CROSS JOIN LATERAL (SELECT coalesce(b.documento -> 'videos', (SELECT jsonb_agg(jsonb_build_object('titulo', a.titulo,
        'enlace', a.enlace) ORDER BY a.orden) FROM archivos a WHERE a.id_leccion = l.id)) AS videos) v
      WHERE m.id_curso = ${course} AND (l.activo AND m.activo OR b.objeto IS NOT NULL) AND jsonb_array_length(v.videos) > 0
      ORDER BY b.objeto IS NULL, m.orden, l.orden, l.id LIMIT ${MAX_VIDEOS}`,
  )

type Asked = { video: Video; warning: Warning }

const videosOf = ({ id, nombre, videos }: Row): Asked[] =>
  videos.flatMap(({ titulo, enlace }, at) => {
    const video = parseVideo(cleanLine(enlace))
    const place = { objeto: `leccion:${id}`, nombre, ruta: `videos.${at}.enlace` }
    return video
      ? [{ video, warning: { motivo: 'video', ...place, detalle: titulo.trim() && quoted(cleanLine(titulo)) } }]
      : []
  })

const keyOf = ({ tipo_video, video, video_hash }: Video) => `${tipo_video} ${video} ${video_hash}`

/** Videos that are shown; others are asked for again, because someone is mending them. */
const shown = new LRUCache<string, true>({ max: 5000, ttl: 10 * 60 * 1000 })

/** A video's problem by its key; a few at a time, until the deadline. */
async function askHosts({ videoHosts: hosts }: Config, page: string, videos: Map<string, Video>) {
  const answers = new Map<string, string>()
  const waiting = [...videos].filter(([key]) => !shown.has(key))
  const signal = AbortSignal.timeout(DEADLINE_MS)
  const work = async () => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
      const problem = await videoProblem(next[1], { hosts, page, signal })
      if (problem === '') shown.set(next[0], true)
      else if (problem) answers.set(next[0], problem)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return answers
}

/** Which videos of a course their hosts do not show; holds no connection while it asks. @throws NO_ENCONTRADO, DEMASIADOS_INTENTOS */
export async function checkVideos(deps: Deps, identity: Identity, course: number): Promise<CheckedVideos> {
  const { db, config } = deps
  await requireCourse(db, identity, course, 'cursos.editar')
  await throttle(db, CHECKS, String(identity.id))
  const all = (await lessonsWithVideos(db, course)).flatMap(videosOf)
  const videos = new Map(all.map(({ video }) => [keyOf(video), video]))
  const { url_base } = addressOfBrand(await findBrand(db, identity.id_cliente), config.publicUrl)
  const problems = await askHosts(config, `${url_base}/`, new Map([...videos].slice(0, MAX_VIDEOS)))
  const known = (key: string) => problems.has(key) || shown.has(key)
  return {
    avisos: all.flatMap(({ video, warning }) => {
      const problem = problems.get(keyOf(video))
      return problem ? [{ ...warning, detalle: [warning.detalle, problem].filter(Boolean).join('. ') }] : []
    }),
    sin_comprobar: [...videos.keys()].filter((key) => !known(key)).length,
  }
}
