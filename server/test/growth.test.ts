import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { fillCrowd } from '../../bench/big-data.ts'
import { keepSent, type Sent } from '../../bench/queries.ts'
import { aCourse, anEnrolment, anExam, aPerson } from './builders.ts'
import { type TestApp, useApp } from './harness.ts'

/** The same people in a small academy and in one four times as large. */
const SIZES = [500, 2000] as const
const [small, large] = [useApp(), useApp()]
/** An index of four times as many rows may be one page deeper; more than this is reading what is not one's own. */
const BAR = 1.5
const WAITING = 25
/** Lines of the audit trail for each student: more than its pages count to, in the small one too. */
const LINES_EACH = 5

type Cast = {
  student: string
  teacher: string
  admin: string
  course: number
  lesson: number
  forum: number
  post: number
}

/** Posts that wait for the brand's administrator, reported before the crowd came: the first page is theirs in both. */
async function makeReports({ deps: { db } }: TestApp): Promise<void> {
  const [author, course] = [await aPerson(db), await aCourse(db)]
  await db.execute(sql`
    WITH foro AS (INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, contenido, texto)
        VALUES (2, ${author.id}, 'curso', ${course.id}, 'Denunciado', '', '') RETURNING id),
      post AS (INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto)
        SELECT id, ${author.id}, '<p>x</p>', 'x' FROM foro, generate_series(1, ${WAITING}) RETURNING id)
    INSERT INTO reportes_post (id_cliente, id_post, id_usuario, motivo) SELECT 2, id, ${author.id}, 'spam' FROM post`)
}

/** A student and a teacher with a course of their own, made when the crowd is there. */
async function makeCast(t: TestApp): Promise<Cast> {
  const { db } = t.deps
  const [student, teacher, admin] = [
    await aPerson(db),
    await aPerson(db, { tipo_cliente: 'Docente' }),
    await aPerson(db, { tipo_cliente: 'Administrador' }),
  ]
  const course = await aCourse(db, { teacher: teacher.id, modules: 2, lessons: 3 })
  await anEnrolment(db, student.id, course.id)
  const [made] = await db.execute<{ forum: number; post: number }>(sql`
    WITH foro AS (INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, contenido, texto, total_posts, total_raices)
        SELECT 2, ${student.id}, 'curso', ${course.id}, 'Propio ' || n, '', '', 40, 40 FROM generate_series(1, 12) n RETURNING id),
      post AS (INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto)
        SELECT id, ${teacher.id}, '<p>x</p>', 'obsidiana ' || n FROM foro, generate_series(1, 40) n RETURNING id, id_foro)
    SELECT max(id_foro) AS forum, max(id) AS post FROM post`)
  const exam = await anExam(db, { id_curso: course.id, values: [], open: Array.from({ length: WAITING }, () => 1) })
  await db.execute(sql`
    WITH detalle AS (INSERT INTO detalle_evaluacion (id_evaluacion, id_alumno, intentos) VALUES (${exam.id}, ${student.id}, 1) RETURNING id),
      intento AS (INSERT INTO intentos_evaluacion (id_detalle, numero, estado, limite, enviado_en, preguntas, nota_maxima)
        SELECT id, 1, 'pendiente', now(), now(), (SELECT jsonb_agg(jsonb_build_object('id', p.id, 'pregunta', p.pregunta, 'valor', 1))
          FROM preguntas p WHERE p.id_evaluacion = ${exam.id}), ${WAITING} FROM detalle RETURNING id)
    INSERT INTO respuestas (id_intento, id_pregunta, respuesta, secuencia)
    SELECT i.id, p.id, 'Así.', 1 FROM intento i, preguntas p WHERE p.id_evaluacion = ${exam.id}`)
  const tokenOf = ({ id }: { id: number }) => t.tokenOf(id)
  return {
    student: await tokenOf(student),
    teacher: await tokenOf(teacher),
    admin: await tokenOf(admin),
    course: course.id,
    lesson: course.modulos[0]?.lecciones[0]?.id ?? 0,
    forum: made?.forum ?? 0,
    post: made?.post ?? 0,
  }
}

async function prepare(t: TestApp, students: number): Promise<Cast> {
  await makeReports(t)
  const { db, config } = t.deps
  await fillCrowd(config.databaseUrl ?? '', { students })
  await db.execute(
    sql`INSERT INTO auditoria (id_cliente, accion) SELECT 2, 'gestion' FROM generate_series(1, ${students * LINES_EACH})`,
  )
  const cast = await makeCast(t)
  // The last pages of every index, and what is known of each table, are as in an academy at work.
  await t.database.sql.unsafe('VACUUM ANALYZE')
  return cast
}

const CALLS: [name: string, who: 'student' | 'teacher' | 'admin', path: (cast: Cast) => string][] = [
  ['dashboard', 'student', () => '/inicio'],
  ['modules of a course', 'student', ({ course }) => `/modulos/curso/${course}`],
  ['lesson', 'student', ({ lesson }) => `/lecciones/detallado/${lesson}`],
  ['attendances', 'student', () => '/asistencias'],
  ['forums of a course', 'student', ({ course }) => `/foros/curso/${course}`],
  ['all my forums', 'student', () => '/foros'],
  ['all my forums, page 2', 'student', () => '/foros?page=2&per_page=6'],
  ['most recent forums', 'student', () => '/foros?orden=recientes'],
  ['forum', 'student', ({ forum }) => `/foros/${forum}`],
  ['posts', 'student', ({ forum }) => `/posts-foro?id_foro=${forum}`],
  ['last page of posts', 'student', ({ forum }) => `/posts-foro?id_foro=${forum}&page=3`],
  ['permalink', 'student', ({ post }) => `/posts-foro/${post}`],
  ['search in all posts', 'student', () => '/posts-foro/buscar?q=obsidiana'],
  ['search in all forums', 'student', () => '/foros/buscar?q=propio'],
  ['my points', 'student', () => '/puntos/mios'],
  ['ranking', 'student', () => '/ranking'],
  ['reports', 'admin', () => '/reportes-foro'],
  ['audit trail', 'admin', () => '/auditoria'],
  ['to grade', 'teacher', () => '/calificaciones/pendientes'],
]

const literal = (value: unknown): string => {
  if (value === null) return 'NULL'
  if (Array.isArray(value)) return literal(`{${value.map((one) => JSON.stringify(String(one))).join()}}`)
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`
  return `'${String(value).replaceAll("'", "''")}'`
}

/** Pages that a statement looks at, in memory or not, on the plan that our connections make. */
async function pagesOf(t: TestApp, { text, values }: Sent): Promise<number> {
  const [row] = await t.database.sql.begin(async (tx) => {
    await tx.unsafe(`PREPARE medida AS ${text}`)
    const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : ''
    const explain = () =>
      tx.unsafe<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }[]>(
        `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE medida${given}`,
      )
    // The first sets the marks that rows are dead or seen by all.
    await explain()
    const found = await explain()
    await tx.unsafe('DEALLOCATE medida')
    return found
  })
  const plan = row?.['QUERY PLAN'][0]?.Plan
  return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
}

const measured = new Map<TestApp, Map<string, number>>()

async function measure(t: TestApp, cast: Cast): Promise<void> {
  const sent = keepSent(t.database.sql)
  const found = new Map<string, number>()
  for (const [name, who, path] of CALLS) {
    const ask = () => t.call('GET', `/api${path(cast)}`, { token: cast[who] })
    await ask()
    const from = sent.length
    expect([name, (await ask()).status]).toEqual([name, 200])
    let pages = 0
    for (const one of sent.slice(from)) pages += await pagesOf(t, one)
    found.set(name, pages)
  }
  measured.set(t, found)
}

beforeAll(async () => {
  await measure(small, await prepare(small, SIZES[0]))
  await measure(large, await prepare(large, SIZES[1]))
}, 180_000)

it.each(CALLS)('%s looks at no more pages in an academy four times as large', (name) => {
  const [before = 0, after = 0] = [measured.get(small)?.get(name), measured.get(large)?.get(name)]
  expect(before).toBeGreaterThan(0)
  expect([name, before, after, after / before < BAR]).toEqual([name, before, after, true])
})
