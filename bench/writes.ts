import { openSession } from '../server/src/features/accounts/accounts.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { anExam, aPerson, PASSWORD } from '../server/test/builders.ts'
import { timeAll } from './load.ts'
import { type Asked, openCounter } from './queries.ts'

const STUDENTS = 60
/** Under the throttle of writing in forums, which is per student. */
const POSTS_EACH = 15
const QUESTIONS = 10
const LOGINS = 64
/** Students who sit the exam one after another; the others do at the same time. */
const ALONE = 30
/** Of these so many are not counted: a program that has served nobody yet compiles and plans. */
const WARM = 10

/** Students of a course with a token each, and an exam of ten questions there. */
export async function makeWriters(databaseUrl: string, course: number) {
  const { db, sql, close } = openDatabase(databaseUrl, { pool: 4, name: 'bench' })
  try {
    const exam = await anExam(db, { id_curso: course, values: Array.from({ length: QUESTIONS }, () => 2), intentos: 3 })
    const students: { id: number; correo: string; token: string }[] = []
    for (let n = 0; n < STUDENTS; n++) {
      const { id, correo } = await aPerson(db)
      students.push({ id, correo, token: await openSession(db, id, { ip: '127.0.0.1', agent: 'bench' }) })
    }
    const ids = students.map(({ id }) => id)
    await sql`INSERT INTO matriculas (id_usuario, id_curso) SELECT id, ${course} FROM unnest(${ids}::int[]) AS s (id)`
    return { exam, students }
  } finally {
    await close()
  }
}
export type Writers = Awaited<ReturnType<typeof makeWriters>>

async function send(url: string, token: string | undefined, body?: object, method = 'POST') {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status} ${text}`)
  return text
}

const reply = (id_foro: number, n: number) => ({ id_foro, contenido: `<p>Respuesta de medida número ${n}</p>` })

/** Replies to one forum by many students at once. */
export function measurePosts(api: string, { students }: Writers, id_foro: number) {
  const one = (token: string, n: number) => () => send(`${api}/posts-foro`, token, reply(id_foro, n))
  return timeAll(Array.from({ length: POSTS_EACH }, (_, n) => students.map(({ token }) => one(token, n))).flat())
}

/** Logins, four at a time: argon2 is what they cost. */
export function measureLogins(api: string, { students }: Writers) {
  const work = Array.from({ length: LOGINS }, (_, n) => () => {
    const email = students[n % students.length]?.correo ?? ''
    return send(`${api}/loginalumno`, undefined, { email, password: PASSWORD })
  })
  return timeAll(work, 4)
}

/** Statements and bytes of a reply and of a login, in this process. */
export async function countWrites(databaseUrl: string, { students }: Writers, id_foro: number) {
  const counter = await openCounter(databaseUrl)
  const [student] = students
  if (!student) throw new Error('nobody writes')
  try {
    const post = await counter.ask({
      method: 'POST',
      path: '/posts-foro',
      token: student.token,
      body: reply(id_foro, POSTS_EACH),
    })
    const body = { email: student.correo, password: PASSWORD }
    return { post, login: await counter.ask({ method: 'POST', path: '/loginalumno', body }) }
  } finally {
    await counter.close()
  }
}

const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const detailOf = (exam: Writers['exam']) =>
  ({ method: 'POST', path: '/detalle-evaluacion', body: { id_evaluacion: exam.id } }) as const

/** The calls of an exam whose detail is known, from its start to its result, all answers saved at once. */
function sitting({ preguntas }: Writers['exam'], detail: number): Omit<Asked, 'token'>[] {
  const answers = preguntas.map((pregunta) => ({
    id_detalle_evaluacion: detail,
    id_pregunta: pregunta.id,
    id_opcion: pregunta.opciones[1]?.id,
    secuencia: 1,
  }))
  return [
    { method: 'POST', path: `/detalle-evaluacion/${detail}/intentos` },
    { method: 'POST', path: '/respuestas', body: answers },
    { method: 'PUT', path: `/detalle-evaluacion/${detail}`, body: {} },
  ]
}

/** Exams by many students at once, over HTTP, each from its detail to its result. */
export function measureExams(api: string, { exam, students }: Writers) {
  const { path, body } = detailOf(exam)
  return timeAll(
    students.slice(ALONE).map(({ token }) => async () => {
      const { data } = JSON.parse(await send(api + path, token, body))
      for (const step of sitting(exam, data.id)) await send(api + step.path, token, step.body, step.method)
    }),
  )
}

/**
 * An exam of ten questions from its detail to its result, by one student after another, in this process: round trips,
 * statements, bytes and milliseconds of the server, median.
 */
export async function measureExam(databaseUrl: string, { exam, students }: Writers) {
  const counter = await openCounter(databaseUrl)
  const sat: { trips: number; ms: number; statements: number; bytes: number; steps: string }[] = []
  try {
    for (const [n, { token }] of students.slice(0, ALONE).entries()) {
      const made = await counter.ask({ ...detailOf(exam), token })
      const steps = [made]
      for (const step of sitting(exam, made.data.id)) steps.push(await counter.ask({ ...step, token }))
      if (n < WARM) continue
      sat.push({
        trips: steps.length,
        ms: steps.reduce((sum, { ms }) => sum + ms, 0),
        statements: steps.reduce((sum, one) => sum + one.statements, 0),
        bytes: steps.reduce((sum, one) => sum + one.bytes, 0),
        steps: steps.map(({ ms, statements }) => `${ms.toFixed(1)} ms, ${statements}`).join('; '),
      })
    }
  } finally {
    await counter.close()
  }
  const ms = middle(sat.map((one) => one.ms))
  const one = sat.find((candidate) => candidate.ms === ms)
  return {
    'round trips': one?.trips,
    'ms of server': Math.round(ms * 10) / 10,
    statements: one?.statements,
    bytes: one?.bytes,
    steps: one?.steps,
  }
}
