import fc from 'fast-check'
import { aPerson } from './builders.ts'
import { aStudentWithExam, expire } from './exams.ts'
import type { TestApp } from './harness.ts'
import { type Step, same, spoken, step } from './models.steps.ts'

const VALUES = [10, 20, 30]
const TOTAL = 60
const PASS = 36
const ALLOWED = 3
const RIGHT = 1

type Save = { option: number | null; secuencia: number }
/** The specification of an exam (docs/product/exams.md). */
type Model = {
  attempts: number
  open: Map<number, Save> | null
  /** The time is over; the next request closes the attempt. */
  overdue: boolean
  last: { nota: number; byTime: boolean } | null
  best: number | null
}
type Scene = Awaited<ReturnType<typeof aStudentWithExam>>
type Real = Scene & { t: TestApp; stranger: string }
type ExamStep = Step<Model, Real>

/** New for each run. */
export async function beginExam(t: TestApp): Promise<{ model: Model; real: Real }> {
  const scene = await aStudentWithExam(t, { values: VALUES, intentos: ALLOWED })
  const stranger = await t.tokenOf((await aPerson(t.deps.db)).id)
  const model: Model = { attempts: 0, open: null, overdue: false, last: null, best: null }
  return { model, real: { ...scene, t, stranger } }
}

function close(model: Model): void {
  if (!model.open) return
  let nota = 0
  for (const [question, { option }] of model.open) if (option === RIGHT) nota += VALUES[question] ?? 0
  model.last = { nota, byTime: model.overdue }
  model.best = Math.max(nota, model.best ?? 0)
  model.open = null
  model.overdue = false
}

const closeIfOver = (model: Model) => model.overdue && close(model)
const passed = (nota: number | null) => nota !== null && nota >= PASS

/** The result is that of the last submitted attempt, even while the next one is open. */
function detailOf({ attempts, open, last, best }: Model) {
  const closed = last ? 'calificado' : 'sin_iniciar'
  return {
    estado: open ? 'abierto' : closed,
    intentos: attempts,
    intentos_restantes: ALLOWED - attempts,
    nota: last?.nota ?? null,
    aprobado: last ? passed(last.nota) : null,
    cerrado_por_tiempo: last?.byTime ?? false,
    mejor_nota: best,
    certificado: passed(best),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what a test expects of the wire is what it asserts
const shown = (data: any) => ({
  estado: data.estado,
  intentos: data.intentos,
  intentos_restantes: data.intentos_restantes,
  nota: data.nota,
  aprobado: data.aprobado,
  cerrado_por_tiempo: data.cerrado_por_tiempo,
  mejor_nota: data.mejor_nota,
  certificado: data.certificado !== null,
})

const begin = (method: 'GET' | 'POST'): ExamStep =>
  step('empezar', [method], async (model, { t, token, detail }) => {
    const url = `/api/detalle-evaluacion/${detail}/${method === 'GET' ? 'incrementar-intento' : 'intentos'}`
    const answer = await t.call(method, url, { token })
    closeIfOver(model)
    if (!model.open && model.attempts === ALLOWED) return same('a start too many', spoken(answer), '409 SIN_INTENTOS')
    if (!model.open) {
      model.open = new Map()
      model.attempts += 1
    }
    same('a start', [spoken(answer), shown(answer.body.data)], ['200', detailOf(model)])
  })

const save = (question: number, option: number | null, secuencia: number): ExamStep =>
  step('guardar', [question, option, secuencia], async (model, { t, token, detail, exam }) => {
    const asked = exam.preguntas[question]
    const id_opcion = option === null ? null : asked?.opciones[option]?.id
    const body = { id_detalle_evaluacion: detail, id_pregunta: asked?.id, id_opcion, secuencia }
    const answer = await t.call('POST', '/api/respuestas', { token, body })
    closeIfOver(model)
    if (!model.open)
      return same(
        'a save without an attempt',
        spoken(answer),
        model.last?.byTime ? '409 TIEMPO_TERMINADO' : '409 SIN_INTENTO_ABIERTO',
      )
    const known = model.open.get(question)
    if (!known || secuencia > known.secuencia) model.open.set(question, { option, secuencia })
    const saved = model.open.get(question)
    const wanted = saved?.option == null ? null : asked?.opciones[saved.option]?.id
    const returned = answer.body.data?.map((row: { id_opcion: number | null; secuencia: number }) => [
      row.id_opcion,
      row.secuencia,
    ])
    same('a save', [spoken(answer), returned], ['200', [[wanted, saved?.secuencia]]])
  })

const submit = (lie: number): ExamStep =>
  step('enviar', [lie], async (model, { t, token, detail }) => {
    const body = { nota: lie, aprobado: true, condicion: 'Aprobado', intentos: 0 }
    const answer = await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body })
    if (model.attempts === 0) return same('nothing sent', spoken(answer), '409 SIN_INTENTO_ABIERTO')
    close(model)
    same('a submission', [spoken(answer), shown(answer.body.data)], ['200', detailOf(model)])
    same('its maximum', [answer.body.data.nota_maxima, answer.body.data.nota_minima], [TOTAL, PASS])
  })

const look = step<Model, Real>('mirar', [], async (model, { t, token, exam, student }) => {
  const answer = await t.call('GET', `/api/detalle/evaluacion/${exam.id}/alumno/${student.id}`, { token })
  closeIfOver(model)
  same('the detail', [spoken(answer), shown(answer.body.data)], ['200', detailOf(model)])
})

const questions = step<Model, Real>('preguntas', [], async (model, { t, token, exam }) => {
  const answer = await t.call('GET', `/api/preguntas/evaluacion/${exam.id}`, { token })
  closeIfOver(model)
  if (!model.open) return same('questions without an attempt', spoken(answer), '409 SIN_INTENTO_ABIERTO')
  const wanted = exam.preguntas.map((asked, at) => {
    const saved = model.open?.get(at)
    return saved?.option == null ? null : asked.opciones[saved.option]?.id
  })
  same(
    'what was saved',
    answer.body.data.map((asked: { id_opcion: number | null }) => asked.id_opcion),
    wanted,
  )
  same('the key', JSON.stringify(answer.body).includes('condicion'), false)
})

const ask = step<Model, Real>('pedir certificado', [], async (model, { t, token, course }) => {
  const answer = await t.call('POST', '/api/certificados', { token, body: { id_modulo: course.modulos[0]?.id } })
  same('a certificate', spoken(answer), passed(model.best) ? '200' : '403 CERTIFICADO_NO_GANADO')
})

const meddle = step<Model, Real>('otro se mete', [], async (_model, { t, stranger, detail }) => {
  const answers = [
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token: stranger }),
    await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token: stranger, body: {} }),
  ]
  same('another student', answers.map(spoken), ['404 NO_ENCONTRADO', '404 NO_ENCONTRADO'])
})

const outOfTime = step<Model, Real>('pasa el tiempo', [], async (model, { t, detail }) => {
  await expire(t, detail, 60)
  if (model.open) model.overdue = true
})

/** Steps by weight. */
export const EXAM_STEPS: fc.Arbitrary<ExamStep>[] = [
  fc.constantFrom<'GET' | 'POST'>('GET', 'POST').map(begin),
  fc
    .tuple(fc.nat(2), fc.option(fc.nat(3), { freq: 8 }), fc.integer({ min: 1, max: 6 }))
    .map(([q, o, s]) => save(q, o, s)),
  fc.tuple(fc.nat(2), fc.constant(RIGHT), fc.integer({ min: 3, max: 9 })).map(([q, o, s]) => save(q, o, s)),
  fc.integer({ min: -1, max: 100 }).map(submit),
  fc.constant(look),
  fc.constant(questions),
  fc.constant(ask),
  fc.constant(meddle),
  fc.constant(outOfTime),
]
