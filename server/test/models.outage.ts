import fc from 'fast-check'
import { closeExpired } from '../src/features/exams/closing.ts'
import { beat } from '../src/features/exams/outage.ts'
import { aPerson } from './builders.ts'
import { answersTo, aStudentWithExam } from './exams.ts'
import type { TestApp } from './harness.ts'
import { type Step, same, spoken, step } from './models.steps.ts'
import { lastBeat, lives } from './outages.ts'

const MINUTES = 15
const TOTAL = 20
const [GRACE, RETURNED_GRACE] = [10, 60]
/** A decision of the server lies at least this many seconds away from the moment that changes it. */
const MARGIN = 2

/** In seconds of a clock that never goes back: when time passes, all rows move instead, and `passed` grows. */
type Attempt = { starts: number; limit: number; returned: number; saved: boolean }
type Model = {
  passed: number
  extra: number
  version: number
  closes: number | null
  open: Attempt | null
  last: (Attempt & { byTime: boolean }) | null
  /** When an outage began that is not counted yet. */
  gap: number | null
}
type Real = Awaited<ReturnType<typeof aStudentWithExam>> & { t: TestApp; teacher: string }
type OutageStep = Step<Model, Real>

/** New for each run. Attempts of other runs are long over. */
export async function beginOutage(t: TestApp): Promise<{ model: Model; real: Real }> {
  await t.database.sql`DELETE FROM latido`
  await t.database.sql`UPDATE intentos_evaluacion SET limite = '2020-01-01' WHERE estado = 'abierto'`
  const scene = await aStudentWithExam(t, { duracion: MINUTES, intentos: 100 })
  const { id } = await aPerson(t.deps.db, { roles: ['marca'] })
  const model = { passed: 0, extra: 0, version: 0, closes: null, open: null, last: null, gap: null }
  return { model, real: { ...scene, t, teacher: await t.tokenOf(id) } }
}

async function secondsOf({ t }: Real, { passed }: Model, moment: string): Promise<number> {
  const [row] = await t.database.sql.unsafe<{ s: number }[]>(`SELECT extract(epoch FROM ${moment})::float AS s`)
  return (row?.s ?? 0) + passed
}
const now = (model: Model, real: Real) => secondsOf(real, model, 'clock_timestamp()')

async function pass(model: Model, { t, exam, detail }: Real, seconds: number): Promise<void> {
  const { sql } = t.database
  await sql`UPDATE intentos_evaluacion SET inicio = inicio - make_interval(secs => ${seconds}),
    limite = limite - make_interval(secs => ${seconds}) WHERE id_detalle = ${detail}`
  await sql`UPDATE evaluaciones SET fecha_cierre = fecha_cierre - make_interval(secs => ${seconds}) WHERE id = ${exam.id}`
  if (model.gap === null) await lives(t)
  else await sql`UPDATE latido SET ultimo = ultimo - make_interval(secs => ${seconds})`
  model.passed += seconds
}

const takenUntil = ({ limit, returned }: Attempt) => limit + (returned > 0 ? RETURNED_GRACE : GRACE)
const isOver = ({ gap }: Model, attempt: Attempt, at: number) => takenUntil(attempt) < (gap ?? at)

function close(model: Model, at: number): void {
  if (model.open) model.last = { ...model.open, byTime: isOver(model, model.open, at) }
  model.open = null
}
const closeIfOver = (model: Model, at: number) => model.open && isOver(model, model.open, at) && close(model, at)

/** The outage has been counted. */
async function count(model: Model, real: Real): Promise<void> {
  const { open, gap } = model
  if (gap === null) return
  const until = await secondsOf(real, model, '(SELECT ultimo FROM latido)')
  await lives(real.t)
  model.gap = null
  if (!open || takenUntil(open) < gap) return
  const seconds = Math.max(0, Math.ceil(until - Math.max(gap, open.starts)))
  open.returned += seconds
  open.limit += seconds
}

const limitOf = ({ extra, closes }: Model, { starts, returned }: Pick<Attempt, 'starts' | 'returned'>) =>
  Math.min(starts + (MINUTES + extra) * 60, closes ?? Number.POSITIVE_INFINITY) + returned

function extend(model: Model, at: number): void {
  const { open } = model
  if (open && !isOver(model, open, at)) open.limit = Math.max(open.limit, limitOf(model, open))
}

async function compare({ passed, open, last }: Model, { t, detail }: Real): Promise<void> {
  const [row] = await t.database.sql`SELECT estado = 'abierto' AS open, segundos_devueltos AS returned,
    extract(epoch FROM limite)::float AS limit, cerrado_por_tiempo AS by_time, nota::float
    FROM intentos_evaluacion WHERE id_detalle = ${detail} ORDER BY numero DESC LIMIT 1`
  const wanted = open ?? last ?? undefined
  const ms = (seconds: number) => Math.round((seconds - (wanted?.starts ?? 0)) * 1000)
  same(
    'the attempt',
    row && [row.open, row.returned, ms(row.limit + passed), row.by_time, row.nota],
    wanted && [
      wanted === open,
      wanted.returned,
      ms(wanted.limit),
      wanted === last && last.byTime,
      wanted === last ? Number(last.saved) * TOTAL : null,
    ],
  )
}

type Run = (model: Model, real: Real, at: number) => Promise<void>

function act(name: string, values: unknown[], run: Run): OutageStep {
  return step(name, values, async (model, real) => {
    const limits = () => [
      ...[model.closes, model.open?.limit ?? null],
      ...[model.open && takenUntil(model.open), model.last && takenUntil(model.last)],
    ]
    const isNear = (at: number) => limits().some((limit) => limit !== null && Math.abs(limit - at) < MARGIN)
    while (isNear(await now(model, real))) await pass(model, real, 2 * MARGIN)
    if (model.gap !== null && isNear(model.gap)) return
    await run(model, real, await now(model, real))
    await compare(model, real)
  })
}

/** A request of the student: an open attempt makes it count the outage first. */
const request = (name: string, run: Run): OutageStep =>
  act(name, [], async (model, real, at) => {
    const counts = model.open !== null
    await run(
      model,
      {
        ...real,
        t: {
          ...real.t,
          call: async (...asked) => {
            const answer = await real.t.call(...asked)
            if (counts) await count(model, real)
            return answer
          },
        },
      },
      at,
    )
  })

const begin = request('empezar', async (model, real, at) => {
  const { t, token, detail } = real
  const answer = await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
  closeIfOver(model, at)
  if (model.open) return same('an open attempt', spoken(answer), '200')
  if (model.closes !== null && model.closes < at) return same('a closed exam', spoken(answer), '409 EXAMEN_CERRADO')
  same('a start', spoken(answer), '200')
  const newest = `(SELECT max(inicio) FROM intentos_evaluacion WHERE id_detalle = ${detail})`
  const begun = { starts: await secondsOf(real, model, newest), returned: 0, saved: false }
  model.open = { ...begun, limit: limitOf(model, begun) }
})

const save = request('responder', async (model, { t, token, exam, detail }, at) => {
  const answer = await t.call('POST', '/api/respuestas', { token, body: answersTo(exam, detail) })
  closeIfOver(model, at)
  const { open, last } = model
  if (!open) {
    const late = last && (last.byTime || isOver(model, last, at))
    return same('an answer too late', spoken(answer), late ? '409 TIEMPO_TERMINADO' : '409 SIN_INTENTO_ABIERTO')
  }
  open.saved = true
  same('an answer', [spoken(answer), answer.body.segundos_devueltos], ['200', open.returned])
})

const submit = (por_tiempo: boolean): OutageStep =>
  request(por_tiempo ? 'enviar por tiempo' : 'enviar', async (model, { t, token, detail }, at) => {
    const answer = await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: { por_tiempo } })
    if (!por_tiempo || (model.open && model.open.limit < at)) close(model, at)
    same('a submission', spoken(answer), model.open || model.last ? '200' : '409 SIN_INTENTO_ABIERTO')
  })

const look = request('mirar', async (model, { t, token, exam, student }, at) => {
  const { body } = await t.call('GET', `/api/detalle/evaluacion/${exam.id}/alumno/${student.id}`, { token })
  closeIfOver(model, at)
  same('the time given back', body.data.segundos_devueltos, (model.open ?? model.last)?.returned ?? 0)
})

const moreMinutes = (minutes: number): OutageStep =>
  act('dar minutos', [minutes], async (model, { t, exam, student, teacher }, at) => {
    const body = {
      intentos: 0,
      minutos: model.extra + minutes,
      motivo: 'Se fue la luz.',
      version: model.version,
      abiertos: true,
    }
    const path = `/api/gestion/evaluaciones/${exam.id}/alumnos/${student.id}`
    same('more minutes', spoken(await t.call('PUT', path, { token: teacher, body })), '200')
    model.extra += minutes
    model.version += 1
    extend(model, at)
  })

const moveClosing = (minutes: number | null): OutageStep =>
  act('mover el cierre', [minutes], async (model, real, at) => {
    const { t, exam, teacher } = real
    const closing = minutes === null ? 'NULL' : `now() + interval '${minutes} minutes'`
    await t.database.sql.unsafe(`UPDATE evaluaciones SET fecha_cierre = ${closing} WHERE id = ${exam.id}`)
    const moment = `(SELECT fecha_cierre FROM evaluaciones WHERE id = ${exam.id})`
    model.closes = minutes === null ? null : await secondsOf(real, model, moment)
    same(
      'more time',
      spoken(await t.call('POST', `/api/gestion/evaluaciones/${exam.id}/plazo`, { token: teacher })),
      '200',
    )
    extend(model, at)
  })

const timePasses = (seconds: number): OutageStep =>
  act('pasa el tiempo', [seconds], (model, real) => pass(model, real, seconds))

const outage = (seconds: number): OutageStep =>
  act('caída', [seconds], async (model, real) => {
    if (model.gap === null) {
      await lastBeat(real.t, 0)
      model.gap = await secondsOf(real, model, '(SELECT ultimo FROM latido)')
    }
    await pass(model, real, seconds)
  })

const comeBack = act('vuelven dos procesos', [], async (model, real) => {
  const { deps, app } = real.t
  await Promise.all([beat(deps.db, app.log), beat(deps.jobs.db, app.log)])
  if (model.gap === null) return lives(real.t)
  await count(model, real)
})

const sweep = act('barrer', [], async (model, { t }, at) => {
  await closeExpired(t.deps.db)
  closeIfOver(model, at)
})

const SECONDS = fc.constantFrom(7, 30, 70, 400, 1200)

/** Steps by weight. */
export const OUTAGE_STEPS: fc.Arbitrary<OutageStep>[] = [
  fc.constant(begin),
  fc.constant(begin),
  fc.constant(save),
  fc.boolean().map(submit),
  fc.constant(look),
  fc.integer({ min: 1, max: 5 }).map(moreMinutes),
  fc.option(fc.constantFrom(1, 10, 60), { freq: 3 }).map(moveClosing),
  SECONDS.map(timePasses),
  SECONDS.map(outage),
  SECONDS.map(outage),
  fc.constant(comeBack),
  fc.constant(sweep),
]
