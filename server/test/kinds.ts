import { opciones, preguntas } from '../src/features/exams/exams.tables.ts'
import type { Db } from '../src/platform/db/database.ts'
import { anExam } from './builders.ts'
import { detailOf } from './exams.ts'
import type { TestApp } from './harness.ts'

const KEYS = [
  { tipo_pregunta: 3 as const, respuestas: null, right: [true, false, true] },
  { tipo_pregunta: 4 as const, respuestas: { textos: ['Túpac Amaru'] }, right: [] },
  { tipo_pregunta: 5 as const, respuestas: { valor: 2.5, tolerancia: 0.1 }, right: [] },
  {
    tipo_pregunta: 6 as const,
    respuestas: {
      parejas: ['Perú Lima', 'Chile Santiago', 'Bolivia Sucre'].map((both) => {
        const [izquierda = '', derecha = ''] = both.split(' ')
        return { izquierda, derecha }
      }),
      distractores: ['Quito'],
    },
    right: [],
  },
]

/** An exam worth 60: one question of each kind, each worth 10, in the order of `tipo_pregunta`. */
export async function anExamOfAllKinds(db: Db, shape: Omit<Parameters<typeof anExam>[1], 'values' | 'open'>) {
  const exam = await anExam(db, { ...shape, values: [10], open: [10] })
  const made = []
  for (const [at, { right, ...key }] of KEYS.entries()) {
    const orden = exam.preguntas.length + at + 1
    const row = { id_evaluacion: exam.id, pregunta: `Pregunta ${orden}`, valor: 10, orden, ...key }
    const [question] = await db.insert(preguntas).values(row).returning()
    if (!question) throw new Error('nothing was inserted')
    const rows = right.map((condicion, i) => ({
      id_pregunta: question.id,
      opcion: 'ABC'[i] ?? '',
      condicion,
      orden: i + 1,
    }))
    made.push({ ...question, opciones: rows.length ? await db.insert(opciones).values(rows).returning() : [] })
  }
  return { ...exam, preguntas: [...exam.preguntas, ...made] }
}

type AllKinds = Awaited<ReturnType<typeof anExamOfAllKinds>>

// biome-ignore lint/suspicious/noExplicitAny: what the server asked
type Asked = any

/** The right answer to each kind; the open one is a text. */
export function rightAnswers(exam: AllKinds, asked: Asked[], detail: number, secuencia = 1) {
  const [choice, open, several, short, number, pairs] = exam.preguntas
  const sides = asked.at(-1)
  const capital: Record<string, string> = { Perú: 'Lima', Chile: 'Santiago', Bolivia: 'Sucre' }
  const parejas = sides.izquierdas.map((left: string, izquierda: number) => ({
    izquierda,
    derecha: sides.derechas.indexOf(capital[left]),
  }))
  return [
    { id_pregunta: choice?.id, id_opcion: choice?.opciones[1]?.id },
    { id_pregunta: open?.id, respuesta: 'Porque sí.' },
    { id_pregunta: several?.id, seleccion: [several?.opciones[0]?.id, several?.opciones[2]?.id] },
    { id_pregunta: short?.id, respuesta: ' tupac amaru' },
    { id_pregunta: number?.id, respuesta: '2,6' },
    { id_pregunta: pairs?.id, parejas },
  ].map((answer) => ({ ...answer, id_detalle_evaluacion: detail, secuencia }))
}

/** Starts an attempt; returns the detail and the questions as asked. */
export async function start(t: TestApp, id_evaluacion: number, token: string) {
  const detail = await detailOf(t, id_evaluacion, token)
  const started = await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
  return { detail, asked: started.body.data.preguntas as Asked[], started }
}
