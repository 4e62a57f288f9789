import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type Shot, timeAll } from './load.ts'
import { PASSWORD, type Student } from './students.ts'

export type Writing = { url: string; databaseUrl: string; students: Student[] }
type Write = (student: Student, turn: number) => Promise<void>
type Call = <Data>(method: string, path: string, token?: string, body?: object) => Promise<Data>

const JOBS_SECONDS = 120

function clientOf(url: string): Call {
  return async <Data>(method: string, path: string, token?: string, body?: object) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status} ${text}`)
    return JSON.parse(text) as Data
  }
}

type Started = { data: { preguntas: { id: number; opciones: { id: number; opcion: string }[] }[] } }

/** An exam of ten questions from its start to its result, every answer right. */
async function sitExam(call: Call, { token, examenes }: Student, turn: number): Promise<void> {
  const { data: detail } = await call<{ data: { id: number } }>('POST', '/detalle-evaluacion', token, {
    id_evaluacion: examenes[turn % examenes.length],
  })
  const { data } = await call<Started>('POST', `/detalle-evaluacion/${detail.id}/intentos`, token)
  const answers = data.preguntas.map(({ id, opciones }) => ({
    id_detalle_evaluacion: detail.id,
    id_pregunta: id,
    id_opcion: opciones.find(({ opcion }) => opcion === 'B')?.id,
    secuencia: 1,
  }))
  await call('POST', '/respuestas', token, answers)
  const result = await call<{ data: { aprobado: boolean } }>('PUT', `/detalle-evaluacion/${detail.id}`, token, {})
  if (answers.length !== 10 || !result.data.aprobado) throw new Error('an exam was not passed')
}

/** Orders the nth course that the student does not have. */
async function order(call: Call, { token, por_comprar }: Student, nth: number): Promise<string> {
  const items = [{ id: por_comprar[nth % por_comprar.length] }]
  const { orden } = await call<{ orden: string }>('POST', '/mercadopago/preference', token, { items })
  return orden
}

/** An order, its approved sandbox payment, and the buyer's check that it is paid. */
async function buyCourse(call: Call, student: Student, turn: number): Promise<void> {
  const { token } = student
  const orden = await order(call, student, 2 * turn + 1)
  await call('POST', `/pasarela-de-prueba/${orden}`, undefined, { accion: 'aprobar' })
  const { data } = await call<{ data: { estado: string } }>('GET', `/mercadopago/verificar-pago?orden=${orden}`, token)
  if (data.estado !== 'pagada') throw new Error(`an order is ${data.estado}`)
}

type Kind = { each: number; perSecond?: number; of: (call: Call) => Write }

export const WRITES: Record<string, Kind> = {
  logins: {
    each: 1,
    perSecond: 60,
    of: (call) => async (student) => {
      await call('POST', '/loginalumno', undefined, { email: student.correo, password: PASSWORD })
    },
  },
  'forum posts': {
    each: 5,
    perSecond: 100,
    of: (call) => async (student, turn) => {
      const contenido = `<p>Respuesta de medida en el turno ${turn}</p>`
      await call('POST', '/posts-foro', student.token, { id_foro: student.foro, contenido })
    },
  },
  'exams of 10 questions': {
    each: 1,
    perSecond: 40,
    of: (call) => (student, turn) => sitExam(call, student, turn),
  },
  orders: {
    each: 1,
    perSecond: 100,
    of: (call) => async (student, turn) => {
      await order(call, student, 2 * turn)
    },
  },
  'orders, paid': {
    each: 1,
    of: (call) => (student, turn) => buyCourse(call, student, turn),
  },
}

async function withClient<Result>(databaseUrl: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Waits for jobs and autovacuum, so that a measurement does not pay for the one before it. */
export const untilIdle = (databaseUrl: string, checkpoint = false): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    const until = performance.now() + JOBS_SECONDS * 1000
    const busy = `SELECT 1 FROM pgboss.job WHERE state < 'completed' AND start_after <= now()
      UNION ALL SELECT 1 FROM pg_stat_activity WHERE backend_type = 'autovacuum worker'`
    while ((await client.query(busy)).rowCount && performance.now() < until) await sleep(250)
    if (performance.now() >= until) console.log(`Jobs were still running after ${JOBS_SECONDS} s.`)
    if (checkpoint) await client.query('CHECKPOINT')
  })

/** `turn` chooses an exam and a course that were not used before. */
export async function write(name: string, writing: Writing, turn: number): Promise<Shot> {
  await untilIdle(writing.databaseUrl)
  return writeBeside(name, writing, turn)
}

/** Searches are counted by person, and a measure makes those of one. */
export const uncountSearches = (databaseUrl: string, correos: string[]) =>
  withClient(databaseUrl, (client) =>
    client.query(
      `INSERT INTO limites (regla, clave, cuenta, termina_en)
        SELECT 'buscar_usuario', id::text, -1000000000, now() + interval '1 day' FROM usuarios WHERE correo = ANY ($1)
        ON CONFLICT (regla, clave) DO UPDATE SET cuenta = excluded.cuenta, termina_en = excluded.termina_en`,
      [correos],
    ),
  )

/** {@link write} beside the jobs that run. */
export async function writeBeside(name: string, { url, databaseUrl, students }: Writing, turn: number): Promise<Shot> {
  const kind = WRITES[name]
  if (!kind) throw new Error(`there is no kind of write called ${name}`)
  // The students share one address.
  await withClient(databaseUrl, (client) => client.query('DELETE FROM limites'))
  const one = kind.of(clientOf(url))
  const each = Array.from({ length: kind.each }, () => students.map((student) => () => one(student, turn)))
  return timeAll(each.flat())
}
