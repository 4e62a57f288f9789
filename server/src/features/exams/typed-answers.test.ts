import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aCourse, anEnrolment, anExam, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { start } from '../../../test/kinds.ts'
import { opciones, preguntas } from './exams.tables.ts'

const t = useApp()

const KEYS = [
  { tipo_pregunta: 4 as const, respuestas: { textos: ["Sant'Anna"] } },
  { tipo_pregunta: 4 as const, respuestas: { textos: ['co-crear'] } },
  { tipo_pregunta: 5 as const, respuestas: { valor: 1500, tolerancia: 0 } },
]

async function aScene() {
  const { db } = t.deps
  const teacher = await aPerson(db, { tipo_cliente: 'Docente' })
  const course = await aCourse(db, { teacher: teacher.id })
  const exam = await anExam(db, { id_curso: course.id, values: [10] })
  await db.delete(opciones).where(eq(opciones.id_pregunta, exam.preguntas[0]?.id ?? 0))
  await db.delete(preguntas).where(eq(preguntas.id_evaluacion, exam.id))
  const rows = KEYS.map((key, at) => ({
    id_evaluacion: exam.id,
    pregunta: `Pregunta ${at}`,
    valor: 10,
    orden: at + 1,
    ...key,
  }))
  const asked = await db.insert(preguntas).values(rows).returning()
  return { course, exam, asked, teacher: await t.tokenOf(teacher.id) }
}

it('typed answers are right in every form that keyboards and phones write, and are counted together', async () => {
  const { course, exam, asked, teacher } = await aScene()
  const [name, verb, number] = asked
  const answers = [
    ['Sant’Anna', 'co-crear', '1,500'],
    ['sant´anna ', 'co–crear', 'S/ 1,500.00'],
    ['SANT`ANNA', 'Co‑crear', '1\u00a0500'],
    ['Santanna', 'cocrear', '1.500'],
  ]
  const grades = []
  for (const [one, other, digits] of answers) {
    const { id } = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, id, course.id)
    const token = await t.tokenOf(id)
    const { detail } = await start(t, exam.id, token)
    const body = [
      { id_pregunta: name?.id, respuesta: one },
      { id_pregunta: verb?.id, respuesta: other },
      { id_pregunta: number?.id, respuesta: digits },
    ].map((answer) => ({ ...answer, id_detalle_evaluacion: detail, secuencia: 1 }))
    await t.call('POST', '/api/respuestas', { token, body })
    grades.push((await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })).body.data.nota)
  }
  expect(grades).toEqual([30, 30, 30, 0])
  const { body } = await t.call('GET', `/api/gestion/evaluaciones/${exam.id}/preguntas`, { token: teacher })
  const counted = body.data.preguntas.map(({ dadas }: { dadas: { cuenta: number; acierta: boolean }[] }) =>
    dadas.map(({ cuenta, acierta }) => [cuenta, acierta]),
  )
  const both = [
    [3, true],
    [1, false],
  ]
  expect(counted).toEqual([both, both, both])
})

it('what was graded before, when 1,500 was read as 1.5, stays as it was', async () => {
  const { course, exam, asked } = await aScene()
  const { id } = await aPerson(t.deps.db)
  await anEnrolment(t.deps.db, id, course.id)
  const token = await t.tokenOf(id)
  const { detail } = await start(t, exam.id, token)
  const body = { id_pregunta: asked[2]?.id, respuesta: '1,500', id_detalle_evaluacion: detail, secuencia: 1 }
  await t.call('POST', '/api/respuestas', { token, body })
  await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
  const right = async () => {
    const { body } = await t.call('GET', `/api/detalle-evaluacion/${detail}/revision`, { token })
    return body.data.preguntas[2].es_correcta
  }
  expect(await right()).toBe(true)
  await t.database.sql`UPDATE respuestas SET puntos = 0 WHERE id_pregunta = ${asked[2]?.id ?? 0}`
  expect(await right()).toBe(false)
})

it.each([
  [2, { numero: { modo: 'valor', valor: 0.0000001, tolerancia: null } }, 'numero.valor', 'Admite hasta 6 decimales.'],
  [
    2,
    { numero: { modo: 'valor', valor: 5, tolerancia: -1 } },
    'numero.tolerancia',
    'La tolerancia no puede ser negativa.',
  ],
  [2, { numero: { modo: 'rango', desde: 9, hasta: 8 } }, 'numero.hasta', 'El rango termina antes de empezar.'],
  [
    0,
    { aceptadas: ['\u0301'] },
    'aceptadas.0',
    'Con esta respuesta no se puede comparar: escribe letras, números o signos.',
  ],
])('a key that no answer can be compared with is not published: question %d, %j', async (at, key, field, texto) => {
  const { exam, teacher: token } = await aScene()
  const objeto = `evaluacion:${exam.id}`
  const { documento, version } = (await t.call('GET', `/api/gestion/documentos/${objeto}`, { token })).body.data
  const changed = documento.preguntas.map((question: object, place: number) =>
    place === at ? { ...question, ...key } : question,
  )
  const body = { documento: { ...documento, preguntas: changed }, version }
  const saved = await t.call('PUT', `/api/gestion/documentos/${objeto}`, { token, body })
  const refused = await t.call('POST', '/api/gestion/publicar', {
    token,
    body: { documentos: [{ objeto, version: saved.body.data.version }], acepta_avisos: true },
  })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain(texto)
  expect(JSON.stringify(refused.body)).toContain(`preguntas.${at}.${field}`)
})
