import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { aCourse, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { startVideoHosts } from '../../../test/video-hosts.ts'
import { buildApp } from '../../app/app.ts'

const t = useApp()

let token: string
let course: Awaited<ReturnType<typeof aCourse>>

beforeAll(async () => {
  token = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
})
beforeEach(async () => {
  course = await aCourse(t.deps.db, { modules: 1, lessons: 3 })
})

const lessonOf = (at: number) => course.modulos[0]?.lecciones[at]?.id ?? 0

let last = 0
/** Eleven letters that no other test has asked for. */
const aVideo = () => `v${String(++last).padStart(10, '0')}`
const onYouTube = (video: string) => `https://www.youtube.com/watch?v=${video}`

type Shown = { titulo?: string; enlace: string }

async function publishVideos(lesson: number, videos: Shown[]) {
  for (const [at, { titulo = '', enlace }] of videos.entries())
    await t.database.sql`INSERT INTO archivos (id_leccion, orden, titulo, enlace, tipo_video, video)
      VALUES (${lesson}, ${at + 1}, ${titulo}, ${enlace}, 'youtube', ${enlace.slice(-11)})`
}

async function draftVideos(lesson: number, videos: Shown[]) {
  const url = `/api/gestion/documentos/leccion:${lesson}`
  const { documento, version } = (await t.call('GET', url, { token })).body.data
  const all = videos.map(({ titulo = '', enlace }) => ({ titulo, enlace }))
  const saved = await t.call('PUT', url, { token, body: { documento: { ...documento, videos: all }, version } })
  expect(saved.status).toBe(200)
}

/** The application with these video hosts. */
async function check(...hosts: Parameters<typeof startVideoHosts>) {
  const { url, asked, stop } = await startVideoHosts(...hosts)
  const app = await buildApp({ ...t.deps, config: { ...t.deps.config, videoHosts: { youtube: url, vimeo: url } } })
  onTestFinished(async () => {
    await app.close()
    await stop()
  })
  const call = async (who = token) => {
    const headers = { authorization: `Bearer ${who}` }
    const { statusCode, body } = await app.inject({ url: `/api/gestion/cursos/${course.id}/videos`, headers })
    expect([statusCode, body]).toEqual([200, expect.any(String)])
    return JSON.parse(body).data
  }
  return { call, asked }
}

it('names the lesson, the field and why its host does not show a video', async () => {
  const [gone, own, closed, wrong] = [aVideo(), aVideo(), aVideo(), aVideo()].map(onYouTube)
  const [hidden, unknown] = ['https://vimeo.com/700000001', 'https://vimeo.com/700000002/0a1b2c3d4e']
  await publishVideos(lessonOf(0), [{ enlace: onYouTube(aVideo()) }, { titulo: 'La rueda', enlace: gone ?? '' }])
  await draftVideos(
    lessonOf(1),
    [own, closed, wrong, hidden, unknown, 'no es un video'].map((enlace) => ({ enlace: enlace ?? '' })),
  )
  const statuses = {
    [gone ?? '']: 404,
    [own ?? '']: 403,
    [closed ?? '']: 401,
    [wrong ?? '']: 400,
    [hidden]: 403,
    [unknown]: 404,
  }
  const { call, asked } = await check(statuses)
  const { titulo } = (await t.call('GET', `/api/gestion/documentos/leccion:${lessonOf(0)}`, { token })).body.data
    .documento
  const { avisos, sin_comprobar } = await call()
  expect(sin_comprobar).toBe(0)
  const missing = 'YouTube no lo encuentra: se borró o la dirección está mal.'
  expect(avisos.map(({ objeto, ruta, detalle }: Record<string, string>) => [objeto, ruta, detalle])).toEqual([
    // The drafts first.
    [`leccion:${lessonOf(1)}`, 'videos.0.enlace', 'Es privado en YouTube: cámbialo a «No listado».'],
    [
      `leccion:${lessonOf(1)}`,
      'videos.1.enlace',
      'YouTube no deja verlo en otras páginas: permítelo en las opciones del video.',
    ],
    [`leccion:${lessonOf(1)}`, 'videos.2.enlace', missing],
    [
      `leccion:${lessonOf(1)}`,
      'videos.3.enlace',
      'Vimeo no deja verlo en otras páginas: permítelo en la privacidad del video.',
    ],
    [
      `leccion:${lessonOf(1)}`,
      'videos.4.enlace',
      'Vimeo no lo encuentra: se borró, es privado o la dirección está incompleta.',
    ],
    [`leccion:${lessonOf(0)}`, 'videos.1.enlace', `«La rueda». ${missing}`],
  ])
  expect(avisos.at(-1)).toMatchObject({ motivo: 'video', nombre: titulo })
  expect(new Set(asked.map(({ path, headers }) => `${path} ${headers.referer}`))).toEqual(
    new Set(['/oembed http://campus.test/', '/api/oembed.json http://campus.test/']),
  )
})

it('asks once for a video of many lessons, and again only while it is not shown', async () => {
  const [good, bad] = [onYouTube(aVideo()), onYouTube(aVideo())]
  for (const at of [0, 1]) await publishVideos(lessonOf(at), [{ enlace: good }, { enlace: bad }])
  const { call, asked } = await check({ [bad]: 404 })
  expect((await call()).avisos).toHaveLength(2)
  expect((await call()).avisos).toHaveLength(2)
  expect(asked.map(({ video }) => video).sort()).toEqual([good, bad, bad].sort())
})

it('asks as the site of the brand, where videos of the brand may be shown alone', async () => {
  const id_cliente = 4756
  const { id } = await aPerson(t.deps.db, { id_cliente, roles: ['marca'] })
  await t.database.sql`UPDATE clientes SET dominios = '{aula-videos.test}' WHERE id = ${id_cliente}`
  course = await aCourse(t.deps.db, { id_cliente, modules: 1, lessons: 1 })
  await publishVideos(lessonOf(0), [{ enlace: onYouTube(aVideo()) }])
  const { call, asked } = await check()
  await call(await t.tokenOf(id))
  expect(asked.map(({ headers }) => headers.referer)).toEqual(['http://aula-videos.test/'])
})

it('leaves out hidden lessons', async () => {
  const bad = onYouTube(aVideo())
  await publishVideos(lessonOf(0), [{ enlace: bad }])
  await t.database.sql`UPDATE lecciones SET activo = false WHERE id = ${lessonOf(0)}`
  const { call, asked } = await check({ [bad]: 404 })
  expect([await call(), asked]).toEqual([{ avisos: [], sin_comprobar: 0 }, []])
})

it('counts what could not be checked, goes where no answer sends it, and waits for none longer than a few seconds', async () => {
  const [broken, sent, busy, silent] = [aVideo(), aVideo(), aVideo(), aVideo()].map(onYouTube) as [
    string,
    string,
    string,
    string,
  ]
  await publishVideos(
    lessonOf(0),
    [broken, sent, busy, silent].map((enlace) => ({ enlace })),
  )
  const { call, asked } = await check({
    [broken]: 503,
    [sent]: (response) => void response.writeHead(302, { location: '/oembed?url=otra' }).end(),
    [busy]: 429,
    [silent]: () => undefined,
  })
  const since = Date.now()
  expect(await call()).toEqual({ avisos: [], sin_comprobar: 4 })
  expect(Date.now() - since).toBeLessThan(9000)
  expect(asked.map(({ video }) => video)).not.toContain('otra')
})

it('asks for eight at once and two hundred in all, outside of any transaction', async () => {
  for (const at of [0, 1, 2])
    await publishVideos(
      lessonOf(at),
      Array.from({ length: 70 }, () => ({ enlace: onYouTube(aVideo()) })),
    )
  let [now, most, held] = [0, 0, 0]
  const { call, asked } = await check({}, async () => {
    most = Math.max(most, ++now)
    const [row] = await t.database.sql<{ n: number }[]>`SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'idle in transaction'`
    held += row?.n ?? 0
    await sleep(5)
    now--
  })
  expect(await call()).toEqual({ avisos: [], sin_comprobar: 10 })
  expect([asked.length, most, held]).toEqual([200, 8, 0])
})

it('is for those who edit the course, sixty times in ten minutes', async () => {
  const url = `/api/gestion/cursos/${course.id}/videos`
  const { id } = await aPerson(t.deps.db, { tipo_cliente: 'Docente' })
  expect((await t.call('GET', url, { token: await t.tokenOf(id) })).status).toBe(404)
  const other = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
  const statuses = new Set<number>()
  for (let n = 0; n < 60; n++) statuses.add((await t.call('GET', url, { token: other })).status)
  expect([...statuses, (await t.call('GET', url, { token: other })).status]).toEqual([200, 429])
})
