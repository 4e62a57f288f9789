import { openSession } from '../server/src/features/accounts/accounts.ts'
import { openDatabase } from '../server/src/platform/database.ts'
import { anExam, aPerson, PASSWORD } from '../server/test/builders.ts'
import { timeAll } from './load.ts'
import { openCounter } from './queries.ts'

const STUDENTS = 60
/** Under the throttle of writing in forums, which is per student. */
const POSTS_EACH = 15
const QUESTIONS = 10
const LOGINS = 64

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

async function send(url: string, token: string | undefined, body: object, method = 'POST') {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status} ${text}`)
  return text.length
}

/** Replies to one forum by many students at once. */
export function measurePosts(api: string, { students }: Writers, id_foro: number) {
  const one = (token: string, n: number) => () =>
    send(`${api}/posts-foro`, token, { id_foro, contenido: `<p>Respuesta de medida número ${n}</p>` })
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

const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/**
 * An exam of ten questions from its start to its result, by one student after another, in this process: round trips,
 * statements and milliseconds of the server, median.
 */
export async function measureExam(databaseUrl: string, { exam, students }: Writers) {
  const counter = await openCounter(databaseUrl)
  const sat: { ms: number; statements: number; steps: string }[] = []
  try {
    for (const { token } of students.slice(0, 30)) {
      const body = { id_evaluacion: exam.id }
      const detail = (await counter.ask({ method: 'POST', path: '/detalle-evaluacion', token, body })).data.id
      const answers = exam.preguntas.map(({ id, opciones }) => ({
        id_detalle_evaluacion: detail,
        id_pregunta: id,
        id_opcion: opciones[1]?.id,
        secuencia: 1,
      }))
      const steps = [
        await counter.ask({ method: 'POST', path: `/detalle-evaluacion/${detail}/intentos`, token }),
        await counter.ask({ path: `/preguntas/evaluacion/${exam.id}`, token }),
        await counter.ask({ method: 'POST', path: '/respuestas', token, body: answers }),
        await counter.ask({ method: 'PUT', path: `/detalle-evaluacion/${detail}`, token, body: {} }),
      ]
      sat.push({
        ms: steps.reduce((sum, { ms }) => sum + ms, 0),
        statements: steps.reduce((sum, one) => sum + one.statements, 0),
        steps: steps.map(({ ms, statements }) => `${ms.toFixed(1)} ms, ${statements}`).join('; '),
      })
    }
  } finally {
    await counter.close()
  }
  const ms = middle(sat.map((one) => one.ms))
  const one = sat.find((candidate) => candidate.ms === ms)
  return { 'round trips': 4, 'ms of server': Math.round(ms * 10) / 10, statements: one?.statements, steps: one?.steps }
}
