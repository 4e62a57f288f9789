import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { answersTo, aStudentWithExam, expire } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { clockOf, lastBeat, lives, outage } from '../../../test/outages.ts'
import { changedMeanwhile } from '../../../test/waiting.ts'
import { curso_docentes } from '../catalogue/catalogue.tables.ts'
import { closeExpired } from './closing.ts'
import { beat } from './outage.ts'

const t = useApp()
const SILENT = { warn: () => undefined }
const MINUTES = 15

afterEach(() => t.database.sql`DELETE FROM latido`)

type Shape = Parameters<typeof aStudentWithExam>[1]

/** A student whose open attempt has this many seconds left; null leaves it as it began. */
async function sitting(left: number | null, shape: Shape = {}) {
  const made = await aStudentWithExam(t, { duracion: MINUTES, ...shape })
  const { detail, token, exam } = made
  const start = () => t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
  await start()
  if (left !== null) await expire(t, detail, -left)
  return {
    ...made,
    start,
    read: async () =>
      (await t.call('GET', `/api/detalle/evaluacion/${exam.id}/alumno/${made.student.id}`, { token })).body.data,
    save: (secuencia = 1) => t.call('POST', '/api/respuestas', { token, body: answersTo(exam, detail, 2, secuencia) }),
    submit: (body = {}) => t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body }),
  }
}

const holdOf = (detail: number) => sql`SELECT 1 FROM detalle_evaluacion WHERE id = ${detail} FOR UPDATE`

async function teacherOf(course: number) {
  const teacher = await aPerson(t.deps.db, { roles: ['docente'] })
  await t.deps.db.insert(curso_docentes).values({ id_curso: course, id_usuario: teacher.id })
  return t.tokenOf(teacher.id)
}

describe('an outage of 40 seconds', () => {
  it.each([
    ['before the limit', 300, true],
    ['that ends when 1 second is left', 1, true],
    ['across the limit', -20, true],
    ['that began in the grace of the last answers', -44, true],
    ['after the limit and its grace', -60, false],
  ])('%s', async (_when, left, moves) => {
    const made = await sitting(left)
    const before = await clockOf(t, made.detail)
    const [logged] = await outage(t, 40)
    const after = await clockOf(t, made.detail)
    expect(after.duracion - before.duracion).toBeCloseTo(after.segundos, 3)
    expect([after.segundos >= 40, after.segundos < 80]).toEqual([moves, true])
    expect(logged?.segundos).toBeGreaterThanOrEqual(40)
    const saved = await made.save()
    expect([saved.status, saved.body.code]).toEqual(moves ? [200, undefined] : [409, 'TIEMPO_TERMINADO'])
    const told = await made.read()
    expect([told.segundos_devueltos, told.estado]).toEqual([after.segundos, moves ? 'abierto' : 'calificado'])
    if (moves) expect(saved.body).toMatchObject({ limite: told.limite, segundos_devueltos: after.segundos })
  })

  it('gives an attempt that began in it what was left of it, and one that was sent nothing', async () => {
    const [late, sent] = [await sitting(MINUTES * 60 - 10), await sitting(300)]
    await sent.submit()
    const before = await clockOf(t, sent.detail)
    await outage(t, 40)
    const { segundos, duracion } = await clockOf(t, late.detail)
    expect([segundos >= 10, segundos < 40, duracion]).toEqual([true, true, MINUTES * 60 + segundos])
    expect(await clockOf(t, sent.detail)).toMatchObject({ segundos: 0, duracion: before.duracion })
  })

  it('moves the limit of a survey beyond its closing date, and gives one without a clock none', async () => {
    const fecha_cierre = new Date(Date.now() + 300_000).toISOString()
    const closes = await sitting(null, { modelo: 2, duracion: null, fecha_cierre })
    const free = await sitting(null, { modelo: 2, duracion: null })
    await t.database.sql`UPDATE intentos_evaluacion SET inicio = now() - interval '2 minutes'
      WHERE id_detalle IN (${closes.detail}, ${free.detail})`
    await outage(t, 40)
    expect((await clockOf(t, closes.detail)).segundos).toBeGreaterThanOrEqual(40)
    expect(await free.read()).toMatchObject({ limite: null, segundos_devueltos: 0 })
    expect((await free.save()).status).toBe(200)
  })

  it('is in the staff’s record of the attempt', async () => {
    const made = await sitting(300)
    await outage(t, 40)
    const { segundos } = await clockOf(t, made.detail)
    const token = await teacherOf(made.course.id)
    const list = await t.call('GET', `/api/gestion/evaluaciones/${made.exam.id}/intentos`, { token })
    const [row] = list.body.data.data
    expect(row.segundos_devueltos).toBe(segundos)
    const record = await t.call('GET', `/api/gestion/intentos/${row.id}`, { token })
    expect(record.body.data.intento.segundos_devueltos).toBe(segundos)
  })
})

describe('a gap is counted', () => {
  it('once by several processes, and one that wrote a moment ago means that there was none', async () => {
    const made = await sitting(300)
    await lastBeat(t, 40)
    const lines: object[] = []
    const log = { warn: (line: object) => void lines.push(line) }
    const start = () => Promise.all(Array.from({ length: 6 }, (_, n) => beat(n % 2 ? t.deps.db : t.deps.jobs.db, log)))
    await changedMeanwhile(t, { hold: holdOf(made.detail), start, waiting: 6 })
    expect(lines).toHaveLength(1)
    const { segundos, duracion } = await clockOf(t, made.detail)
    expect([segundos >= 40, segundos < 80, duracion]).toEqual([true, true, MINUTES * 60 + segundos])
    await lastBeat(t, 3)
    await beat(t.deps.db, log)
    expect(lines).toHaveLength(1)
    expect((await clockOf(t, made.detail)).segundos).toBe(segundos)
  })

  it('while a request holds an attempt, and neither waits for the other for good', async () => {
    const made = await sitting(300)
    await lastBeat(t, 40)
    const start = () => Promise.all([beat(t.deps.db, SILENT), made.save(1), made.save(2), made.submit()])
    const [, ...answers] = await changedMeanwhile(t, { hold: holdOf(made.detail), start, waiting: 4 })
    expect(answers.map(({ status }) => [200, 409].includes(status))).toEqual([true, true, true])
    expect(answers.at(-1)).toMatchObject({ status: 200, body: { data: { estado: 'calificado' } } })
  })

  it('by a first start as none, and again after each outage', async () => {
    const made = await sitting(300)
    await beat(t.deps.db, SILENT)
    expect((await clockOf(t, made.detail)).segundos).toBe(0)
    await outage(t, 40)
    await outage(t, 100)
    const { segundos, duracion } = await clockOf(t, made.detail)
    expect([segundos >= 140, segundos < 200, duracion]).toEqual([true, true, MINUTES * 60 + segundos])
  })

  it('when the clock jumps forward; when it jumps back nothing is taken', async () => {
    const made = await sitting(300)
    await lastBeat(t, -3600)
    await beat(t.deps.db, SILENT)
    expect(await clockOf(t, made.detail)).toMatchObject({ segundos: 0, duracion: MINUTES * 60 })
    const [{ ahead } = {}] = await t.database.sql`SELECT ultimo > now() + interval '1 minute' AS ahead FROM latido`
    expect(ahead).toBe(false)
    // An hour passes at once for the attempt and for the heartbeat.
    await expire(t, made.detail, 3300)
    await outage(t, 3600)
    const { segundos, queda } = await clockOf(t, made.detail)
    expect(segundos).toBeGreaterThanOrEqual(3600)
    expect(queda).toBeGreaterThan(0)
  })
})

describe('before an outage is counted', () => {
  const UNCOUNTED = 60
  type Sitting = Awaited<ReturnType<typeof sitting>>
  const CALLS: [string, (made: Sitting) => Promise<{ status: number; body: { data: { estado?: string } } }>, object][] =
    [
      ['a late answer', ({ save }) => save(), {}],
      ['a submission', ({ submit }) => submit(), { estado: 'calificado', cerrado_por_tiempo: false }],
      ['one because time ended', ({ submit }) => submit({ por_tiempo: true }), { estado: 'abierto' }],
      ['a start', ({ start }) => start(), { estado: 'abierto', intentos: 1 }],
      ['a look', async ({ read }) => ({ status: 200, body: { data: await read() } }), { estado: 'abierto' }],
    ]

  it.each(CALLS)('%s counts it', async (_name, call, data) => {
    const made = await sitting(-30)
    await lastBeat(t, UNCOUNTED)
    const answer = await call(made)
    expect(answer).toMatchObject({ status: 200, body: { data } })
    const { segundos, queda } = await clockOf(t, made.detail)
    expect([segundos >= UNCOUNTED, queda > 0]).toEqual([true, true])
    const said = 'limite' in answer.body ? answer.body : answer.body.data
    expect(said).toMatchObject({ segundos_devueltos: segundos })
  })

  it('the job counts it first, and closes only what was over when it began', async () => {
    const [open, over] = [await sitting(-30), await sitting(-90)]
    await lastBeat(t, UNCOUNTED)
    await closeExpired(t.deps.db)
    expect([(await clockOf(t, open.detail)).estado, (await clockOf(t, over.detail)).estado]).toEqual([
      'abierto',
      'calificado',
    ])
    await t.deps.jobs.send(t.deps.db, 'cerrar-intentos', {})
    await t.deps.jobs.drain()
    await lives(t)
    const { estado, segundos } = await clockOf(t, open.detail)
    expect([estado, segundos >= UNCOUNTED]).toEqual(['abierto', true])
    expect(await over.save()).toMatchObject({ status: 409, body: { code: 'TIEMPO_TERMINADO' } })
  })

  it('more minutes reach an attempt whose limit fell into it', async () => {
    const made = await sitting(-30)
    const token = await teacherOf(made.course.id)
    await lastBeat(t, UNCOUNTED)
    await t.call('PUT', `/api/gestion/evaluaciones/${made.exam.id}/alumnos/${made.student.id}`, {
      token,
      body: { intentos: 0, minutos: 10, motivo: 'Se fue la luz.', version: 0, abiertos: true },
    })
    await beat(t.deps.db, SILENT)
    const { segundos, duracion } = await clockOf(t, made.detail)
    expect([segundos >= UNCOUNTED, duracion]).toEqual([true, (MINUTES + 10) * 60 + segundos])
  })
})

describe('after time was given back', () => {
  it.each([
    [30, 200],
    [90, 409],
  ])('an answer %i seconds after the limit is answered %i', async (late, status) => {
    const made = await sitting(300)
    await outage(t, 40)
    await expire(t, made.detail, late)
    expect((await made.save()).status).toBe(status)
    await closeExpired(t.deps.db)
    expect((await clockOf(t, made.detail)).estado).toBe(status === 200 ? 'abierto' : 'calificado')
    const sent = await made.submit()
    expect(sent.body.data).toMatchObject({ nota: status === 200 ? 20 : 0, cerrado_por_tiempo: status !== 200 })
  })

  type Change = (made: Awaited<ReturnType<typeof sitting>>, token: string) => Promise<unknown>
  const extras = { intentos: 0, minutos: 5, motivo: 'Se fue la luz.', abiertos: true }
  const giveOne: Change = ({ exam, student }, token) =>
    t.call('PUT', `/api/gestion/evaluaciones/${exam.id}/alumnos/${student.id}`, {
      token,
      body: { ...extras, version: 0 },
    })
  const giveAll: Change = async ({ exam }, token) => {
    const body = { ...extras, quienes: 'todos', envio: randomUUID() }
    await t.call('POST', `/api/gestion/evaluaciones/${exam.id}/extras`, { token, body })
    await t.deps.jobs.drain()
  }
  const publish =
    (column: 'duracion' | 'fecha_cierre', value: string): Change =>
    async ({ exam, detail }, token) => {
      await t.database.sql.unsafe(`UPDATE evaluaciones e SET ${column} = ${value} FROM intentos_evaluacion i
        WHERE i.id_detalle = ${detail} AND e.id = ${exam.id}`)
      await t.call('POST', `/api/gestion/evaluaciones/${exam.id}/plazo`, { token })
    }
  /** Closes the exam this many minutes after the start of the attempt. */
  const closeAfter = (minutes: number) => publish('fecha_cierre', `i.inicio + interval '${minutes} minutes'`)

  it.each([
    ['more minutes of one student', null, giveOne, MINUTES + 5],
    ['more minutes of several', null, giveAll, MINUTES + 5],
    ['a longer exam', null, publish('duracion', '25'), 25],
    ['a later closing date', 10, closeAfter(12), 12],
    ['more minutes before a closing date', MINUTES + 2, giveOne, MINUTES + 2],
  ])('%s: the new limit has what was given back, too', async (_name, closes, change, minutes) => {
    const made = await sitting(550)
    const token = await teacherOf(made.course.id)
    if (closes !== null) {
      await closeAfter(closes)(made, token)
      await t.database.sql`UPDATE intentos_evaluacion i SET limite = least(limite, e.fecha_cierre) FROM evaluaciones e
        WHERE e.id = ${made.exam.id} AND i.id_detalle = ${made.detail}`
    }
    await outage(t, 40)
    await change(made, token)
    const { segundos, duracion } = await clockOf(t, made.detail)
    expect([segundos >= 40, duracion]).toEqual([true, minutes * 60 + segundos])
  })

  it('the limit may pass the closing date, and the key waits for whom it was given to', async () => {
    const made = await sitting(300, { intentos: 2 })
    const done = await aPerson(t.deps.db)
    await t.database.sql`INSERT INTO matriculas (id_usuario, id_curso) VALUES (${done.id}, ${made.course.id})`
    const token = await t.tokenOf(done.id)
    const begun = await t.call('POST', '/api/detalle-evaluacion', { token, body: { id_evaluacion: made.exam.id } })
    const detail = begun.body.data.id
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
    const released = async () =>
      (await t.call('GET', `/api/detalle-evaluacion/${detail}/revision`, { token })).body.data.clave_liberada
    // Both the limit and the closing date fall into an outage.
    await expire(t, made.detail, 30)
    await t.database
      .sql`UPDATE evaluaciones SET fecha_cierre = now() - interval '30 seconds' WHERE id = ${made.exam.id}`
    await lastBeat(t, 60)
    expect(await released(), 'before it is counted').toBe(false)
    await beat(t.deps.db, SILENT)
    await lives(t)
    expect((await clockOf(t, made.detail)).queda).toBeGreaterThan(0)
    expect(await released(), 'while the other has time').toBe(false)
    expect((await made.save()).status).toBe(200)
    expect((await made.submit()).body.data.nota).toBe(20)
    expect(await released(), 'when all have sent it').toBe(true)
  })
})
