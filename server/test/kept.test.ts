import { randomUUID } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../src/app.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { aCourse, anAttempt, anEnrolment, anExam, aPerson } from './builders.ts'
import { useApp } from './harness.ts'

const texts: string[] = []
const t = useApp({ checked: false, onQuery: (_connection, text) => void texts.push(text) })

type World = Awaited<ReturnType<typeof buildWorld>>

/** A student, a classmate, their course with an exam, a forum with a post, a comment. */
async function buildWorld() {
  const { db } = t.deps
  const course = await aCourse(db, { modules: 1, lessons: 1 })
  const lesson = course.modulos[0]?.lecciones[0]?.id ?? 0
  const exam = await anExam(db, { id_curso: course.id, id_modulo: course.modulos[0]?.id })
  const [student, mate] = [await aPerson(db), await aPerson(db)]
  for (const { id } of [student, mate]) await anEnrolment(db, id, course.id)
  const [token, mates] = [await t.tokenOf(student.id), await t.tokenOf(mate.id)]
  const say = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = mates) => {
    const answer = await t.call(method, `/api${path}`, { token: as, body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  const place = { tipo_foro: 'curso', id_curso: course.id }
  const openForum = () =>
    say('POST', '/foros', {
      ...place,
      titulo: `Dudas ${randomUUID()}`,
      descripcion: 'De todos',
      contenido: '<p>Hola</p>',
    })
  const [forum, leaving, ending] = [(await openForum()).id, (await openForum()).id, (await openForum()).id]
  const post = (await say('POST', '/posts-foro', { id_foro: forum, contenido: '<p>Primero</p>' })).id
  const comment = (await say('POST', '/comentarios', { id_leccion: lesson, comentario: 'Muy clara la clase' })).id
  return { course, lesson, exam, student, mate, token, say, openForum, forum, leaving, ending, post, comment }
}

let w: World
beforeAll(async () => {
  w = await buildWorld()
})

const run = (statement: SQL) => t.deps.db.execute(statement)
const READS: Record<string, (world: World) => string> = {
  'my enrolments': ({ student }) => `/matriculas/usuario/${student.id}`,
  dashboard: () => '/inicio',
  modules: ({ course }) => `/modulos/curso/${course.id}`,
  course: ({ course }) => `/cursos/detallado/${course.id}`,
  lesson: ({ lesson }) => `/lecciones/detallado/${lesson}`,
  comments: ({ lesson }) => `/comentarios/leccion/${lesson}`,
  'forums of a course': ({ course }) => `/foros/curso/${course.id}`,
  'all forums': () => '/foros',
  forum: ({ forum }) => `/foros/${forum}`,
  posts: ({ forum }) => `/posts-foro?id_foro=${forum}`,
  notifications: ({ student }) => `/todas/notificaciones/usuario/${student.id}`,
  unread: ({ student }) => `/notificaciones/usuario/${student.id}`,
  search: ({ student }) => `/detalle/usuario/${student.id}`,
}

const read = async (path: string, token = w.token) => t.call('GET', `/api${path}`, { token })

/** Reads until it is told again, and proves that it is: by one statement, which reads nothing of what it shows. */
async function keptAnswer(path: string) {
  for (let n = 0; n < 3; n++) await read(path)
  texts.length = 0
  const { status, raw } = await read(path)
  expect(status).toBe(200)
  expect(texts).toEqual([expect.stringContaining('WITH ORDINALITY')])
  return raw.toString()
}

const NAME = () => `Nombre ${randomUUID()}`
type Change = [read: keyof typeof READS, what: string, change: (world: World) => Promise<unknown>]
const CHANGES: Change[] = [
  [
    'my enrolments',
    'a lesson is done',
    ({ say, lesson, token }) => say('PUT', `/progreso/leccion/${lesson}`, { completada: true }, token),
  ],
  [
    'my enrolments',
    'an exam is graded',
    async ({ student, course }) => {
      const exam = await anExam(t.deps.db, { id_curso: course.id })
      await anAttempt(t.deps.db, student.id, exam.id, { nota: 17 })
    },
  ],
  [
    'my enrolments',
    'the course is renamed',
    ({ course }) => run(sql`UPDATE cursos SET nombre = ${NAME()} WHERE id = ${course.id}`),
  ],
  [
    'my enrolments',
    'the place ends',
    ({ student, course }) =>
      run(
        sql`UPDATE matriculas SET fecha_vencimiento = '2099-12-31' WHERE id_usuario = ${student.id} AND id_curso = ${course.id}`,
      ),
  ],
  [
    'dashboard',
    'a lesson is looked at',
    ({ say, lesson, token }) => say('PUT', `/progreso/leccion/${lesson}`, { segundo: 71 }, token),
  ],
  [
    'dashboard',
    'a banner changes',
    () =>
      run(
        sql`INSERT INTO botones (id_cliente, boton_1) VALUES (2, ${NAME()}) ON CONFLICT (id_cliente) DO UPDATE SET boton_1 = excluded.boton_1`,
      ),
  ],
  ['modules', 'an exam is passed', ({ student, exam }) => anAttempt(t.deps.db, student.id, exam.id, { nota: 20 })],
  [
    'modules',
    'a module is withdrawn',
    ({ course }) =>
      run(sql`INSERT INTO modulos (id_curso, clave, nombre, orden) VALUES (${course.id}, ${NAME()}, ${NAME()}, 9)`),
  ],
  [
    'course',
    'its teacher has another photo',
    async ({ course }) => {
      const teacher = await aPerson(t.deps.db, { tipo_cliente: 'Docente' })
      await run(sql`INSERT INTO curso_docentes (id_curso, id_usuario, orden) VALUES (${course.id}, ${teacher.id}, 1)`)
      await keptAnswer(`/cursos/detallado/${course.id}`)
      await run(sql`UPDATE usuarios SET foto_perfil = '/api/storage/imagenes/otra.webp' WHERE id = ${teacher.id}`)
    },
  ],
  [
    'lesson',
    'attendance begins',
    ({ say, lesson, student, token }) =>
      say('POST', '/asistencia/iniciar', { leccion_id: lesson, usuario_id: student.id }, token),
  ],
  [
    'lesson',
    'a material is added',
    ({ lesson }) =>
      run(
        sql`INSERT INTO materiales (id_leccion, tipo, nombre, texto, orden) VALUES (${lesson}, 'Texto', ${NAME()}, 'x', 9)`,
      ),
  ],
  [
    'comments',
    'one is written',
    ({ say, lesson }) => say('POST', '/comentarios', { id_leccion: lesson, comentario: NAME() }),
  ],
  [
    'comments',
    'one is liked',
    ({ say, comment, token }) => say('PUT', `/comentarios/like/${comment}`, undefined, token),
  ],
  [
    'comments',
    'its author is called otherwise',
    ({ mate }) => run(sql`UPDATE usuarios SET nombres = ${NAME()} WHERE id = ${mate.id}`),
  ],
  ['forums of a course', 'one is opened', ({ openForum }) => openForum()],
  [
    'forums of a course',
    'somebody writes in one',
    ({ say, forum }) => say('POST', '/posts-foro', { id_foro: forum, contenido: `<p>${NAME()}</p>` }),
  ],
  [
    'forums of a course',
    'the asker has read on',
    ({ say, forum, token }) => say('PUT', `/foros/${forum}/leido`, { ultimo_post: 2_000_000_000 }, token),
  ],
  [
    'forums of a course',
    'one goes elsewhere',
    async ({ leaving }) => {
      const other = await aCourse(t.deps.db)
      await run(sql`UPDATE foros SET id_curso = ${other.id} WHERE id = ${leaving}`)
    },
  ],
  ['all forums', 'one is deleted', ({ ending, say }) => say('DELETE', `/foros/${ending}`)],
  ['forum', 'it is pinned', ({ forum }) => run(sql`UPDATE foros SET pinned = NOT pinned WHERE id = ${forum}`)],
  [
    'forum',
    'the asker follows it',
    ({ say, forum, token }) => say('PUT', `/foros/${forum}/seguimiento`, { seguimiento: 'siguiendo' }, token),
  ],
  [
    'posts',
    'one is answered',
    ({ say, forum, post }) =>
      say('POST', '/posts-foro', { id_foro: forum, parent_id: post, contenido: `<p>${NAME()}</p>` }),
  ],
  ['posts', 'the asker likes one', ({ say, post, token }) => say('POST', `/posts-foro/${post}/like`, undefined, token)],
  ['posts', 'one is edited', ({ say, post }) => say('PUT', `/posts-foro/${post}`, { contenido: `<p>${NAME()}</p>` })],
  ['posts', 'one is the solution', ({ say, post }) => say('PUT', `/posts-foro/${post}/solucion`)],
  [
    'notifications',
    'one comes',
    ({ student }) =>
      run(
        sql`INSERT INTO notificaciones (id_usuario, tipo, mensaje, clave) VALUES (${student.id}, 'Otro', 'Hola', ${NAME()})`,
      ),
  ],
  [
    'notifications',
    'one is read',
    ({ student }) => run(sql`UPDATE notificaciones SET estado = 0 WHERE id_usuario = ${student.id}`),
  ],
  [
    'unread',
    'one comes',
    ({ student }) =>
      run(
        sql`INSERT INTO notificaciones (id_usuario, tipo, mensaje, clave) VALUES (${student.id}, 'Otro', 'Hola', ${NAME()})`,
      ),
  ],
  [
    'search',
    'a place is given',
    async ({ student }) => {
      const other = await aCourse(t.deps.db)
      await anEnrolment(t.deps.db, student.id, other.id)
    },
  ],
  ['search', 'a forum is opened', ({ openForum }) => openForum()],
]

describe('an answer that is kept', () => {
  it.each(CHANGES)('%s: is told again, and read anew when %s', async (name, _what, change) => {
    const path = READS[name]?.(w) ?? ''
    const before = await keptAnswer(path)
    await change(w)
    const after = await read(path)
    expect(after.status).toBe(200)
    expect(after.raw.toString()).not.toBe(before)
    expect(await keptAnswer(path)).toBe(after.raw.toString())
  })

  it.each(Object.entries(READS))('%s: ends with the session, at once', async (_name, pathOf) => {
    const path = pathOf(w)
    const token = await t.tokenOf(w.student.id)
    for (let n = 0; n < 3; n++) expect((await read(path, token)).status).toBe(200)
    await run(sql`DELETE FROM accesos WHERE id_usuario = ${w.student.id} AND hash = sha256(${token}::bytea)`)
    expect(await read(path, token)).toMatchObject({ status: 401, body: { code: 'NO_AUTENTICADO' } })
  })

  it('is refused to who lost their place, and to anybody else', async () => {
    const { student, course } = w
    const path = `/foros/curso/${course.id}`
    await keptAnswer(path)
    const stranger = await t.tokenOf((await aPerson(t.deps.db)).id)
    expect((await read(path, stranger)).body.code).toBe('SIN_MATRICULA')
    await run(
      sql`UPDATE matriculas SET estado = 'suspendida' WHERE id_usuario = ${student.id} AND id_curso = ${course.id}`,
    )
    expect(await read(path)).toMatchObject({ status: 403, body: { code: 'SIN_MATRICULA' } })
    await run(sql`UPDATE matriculas SET estado = 'activa' WHERE id_usuario = ${student.id} AND id_curso = ${course.id}`)
    expect((await read(path)).status).toBe(200)
  })

  it('is compressed once, as any other answer would be', async () => {
    const path = `/api/posts-foro?id_foro=${w.forum}`
    const plain = (await t.call('GET', path, { token: w.token })).raw.toString()
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const)
      for (let n = 0; n < 3; n++) {
        const asked = { authorization: `Bearer ${w.token}`, 'accept-encoding': encoding }
        const { headers, rawPayload } = await t.app.inject({ url: path, headers: asked })
        expect(headers).toMatchObject({ 'content-encoding': encoding, 'cache-control': 'no-store' })
        expect(decode(rawPayload).toString()).toBe(plain)
      }
  })

  it('is never an old one in another copy of the program', async () => {
    const { databaseUrl = '' } = t.deps.config
    const other = openDatabase(databaseUrl, { pool: 4, name: 'otra' })
    const app = await buildApp({ ...t.deps, db: other.db, sql: other.sql })
    onTestFinished(async () => {
      await app.close()
      await other.close()
    })
    const url = `/api/posts-foro/${w.post}/like`
    const headers = { authorization: `Bearer ${w.token}` }
    const likesIn = async (who: typeof app) => {
      const answer = await who.inject({ url: `/api/posts-foro?id_foro=${w.forum}`, headers })
      return answer.json().data.data[0].likes
    }
    for (let n = 0; n < 20; n++) {
      const [writer, reader] = n % 2 ? [t.app, app] : [app, t.app]
      await likesIn(reader)
      const answer = await writer.inject({
        method: 'POST',
        url: n % 4 < 2 ? url : url.replace('like', 'unlike'),
        headers,
      })
      expect(await likesIn(reader)).toBe(answer.json().data.likes)
    }
  })
})

describe('a version', () => {
  const raise = (keys: string) => sql`SELECT subir_versiones(${keys}::bigint[])`
  const sumOf = async (key: number) => {
    const [row] = await t.deps.db.execute<{ n: number }>(
      sql`SELECT coalesce(sum(version), 0)::int AS n FROM versiones WHERE clave = ${key}`,
    )
    return row?.n ?? 0
  }

  it('lets no writer wait for another, in whatever order they change things', async () => {
    await run(raise('{1,2}'))
    const before = [await sumOf(1), await sumOf(2)]
    await t.deps.db.transaction(async (one) => {
      await one.execute(raise('{1}'))
      await t.deps.db.transaction(async (two) => {
        await two.execute(sql`SET LOCAL lock_timeout = '1ms'`)
        await two.execute(raise('{2}'))
        await two.execute(raise('{1}'))
        await one.execute(raise('{2}'))
      })
    })
    expect([await sumOf(1), await sumOf(2)]).toEqual(before.map((n) => n + 2))
  })

  it('rises with each transaction once, however many write at once', async () => {
    const before = await sumOf(3)
    await Promise.all(
      Array.from({ length: 50 }, () =>
        t.deps.db.transaction(async (tx) => {
          await tx.execute(raise('{3,3}'))
          await tx.execute(raise('{3}'))
        }),
      ),
    )
    expect(await sumOf(3)).toBe(before + 50)
    const [row] = await t.deps.db.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM versiones WHERE clave = 3`)
    expect(row?.n).toBeLessThanOrEqual(20)
  })

  it('does not rise for what was undone', async () => {
    const before = await sumOf(4)
    await t.deps.db
      .transaction(async (tx) => {
        await tx.execute(raise('{4}'))
        throw new Error('undone')
      })
      .catch(() => undefined)
    expect(await sumOf(4)).toBe(before)
  })
})
