import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { anExamOfAllKinds, rightAnswers, start } from '../../../test/kinds.ts'
import { evaluaciones } from './exams.tables.ts'

const t = useApp()

async function aScene() {
  const { db } = t.deps
  const [student, teacher] = [await aPerson(db), await aPerson(db, { tipo_cliente: 'Docente' })]
  const course = await aCourse(db, { teacher: teacher.id })
  await anEnrolment(db, student.id, course.id)
  const exam = await anExamOfAllKinds(db, { id_curso: course.id, id_modulo: course.modulos[0]?.id, intentos: 1 })
  const token = await t.tokenOf(student.id)
  return { exam, token, teacher: await t.tokenOf(teacher.id), ...(await start(t, exam.id, token)) }
}

it('shows each kind without its key, the right sides in an order of their own', async () => {
  const { asked, started, exam, teacher, token } = await aScene()
  expect(asked.map((question) => question.tipo_pregunta)).toEqual([1, 2, 3, 4, 5, 6])
  expect(Object.keys(asked[0])).toEqual([
    'id',
    'pregunta',
    'tipo_pregunta',
    'valor',
    'opciones',
    'id_opcion',
    'respuesta',
    'secuencia',
  ])
  expect(asked[5]).toMatchObject({ izquierdas: ['Perú', 'Chile', 'Bolivia'] })
  expect([...asked[5].derechas].sort()).toEqual(['Lima', 'Quito', 'Santiago', 'Sucre'])
  const again = await t.call('GET', `/api/preguntas/evaluacion/${exam.id}`, { token })
  expect(again.body.data).toEqual(asked)
  for (const answer of [started, again])
    expect(JSON.stringify(answer.body.data.preguntas ?? answer.body.data)).not.toMatch(/condicion|clave|Amaru|2\.5/)
  const staff = await t.call('GET', `/api/preguntas/evaluacion/${exam.id}`, { token: teacher })
  expect(staff.body.data.slice(2).map((question: { clave: object }) => question.clave)).toEqual([
    { correctas: [exam.preguntas[2]?.opciones[0]?.id, exam.preguntas[2]?.opciones[2]?.id] },
    { textos: ['Túpac Amaru'] },
    { valor: 2.5, tolerancia: 0.1 },
    {
      parejas: [
        { izquierda: 0, derecha: 0 },
        { izquierda: 1, derecha: 1 },
        { izquierda: 2, derecha: 2 },
      ],
    },
  ])
})

it('saves, grades and reviews all kinds', async () => {
  const { exam, token, teacher, detail, asked } = await aScene()
  const body = rightAnswers(exam, asked, detail)
  const saved = await t.call('POST', '/api/respuestas', { token, body })
  expect(saved.status).toBe(200)
  expect(saved.body.data[2]).toEqual({
    id_pregunta: exam.preguntas[2]?.id,
    secuencia: 1,
    id_opcion: null,
    respuesta: null,
    seleccion: body[2] && 'seleccion' in body[2] ? body[2].seleccion : [],
  })
  const resumed = await t.call('GET', `/api/preguntas/evaluacion/${exam.id}`, { token })
  expect(resumed.body.data[5].parejas).toHaveLength(3)
  const sent = await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
  expect(sent.body.data.condicion).toBe('Pendiente de calificación')
  const pending = await t.call('GET', '/api/calificaciones/pendientes', { token: teacher })
  const [row] = pending.body.data.data.filter((one: { id_evaluacion: number }) => one.id_evaluacion === exam.id)
  const graded = await t.call('PUT', `/api/calificaciones/${row.id_respuesta}`, { token: teacher, body: { puntos: 5 } })
  expect(graded.body.data.intento).toMatchObject({ nota: 55, aprobado: true })
  const review = await t.call('GET', `/api/detalle-evaluacion/${detail}/revision`, { token })
  const { preguntas } = review.body.data
  expect(preguntas.map((one: { puntos: number }) => one.puntos)).toEqual([10, 5, 10, 10, 10, 10])
  expect(preguntas.map((one: { es_correcta: boolean }) => one.es_correcta)).toEqual([
    true,
    null,
    true,
    true,
    true,
    true,
  ])
  expect(preguntas[3]).toMatchObject({ respuesta: ' tupac amaru', clave: { textos: ['Túpac Amaru'] } })
  expect(preguntas[5].parejas).toEqual(preguntas[5].clave.parejas)
})

it('gives a part for a part, and says that it is not right as a whole', async () => {
  const { exam, token, detail, asked } = await aScene()
  const [, , several, , , pairs] = rightAnswers(exam, asked, detail)
  const body = [
    { ...several, seleccion: [exam.preguntas[2]?.opciones[0]?.id] },
    { ...pairs, parejas: [(pairs as { parejas: object[] }).parejas[0]] },
  ]
  await t.call('POST', '/api/respuestas', { token, body })
  const sent = await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
  expect(sent.body.data.nota).toBe(8.33)
  const { preguntas } = (await t.call('GET', `/api/detalle-evaluacion/${detail}/revision`, { token })).body.data
  expect([preguntas[2].puntos, preguntas[5].puntos]).toEqual([5, 3.33])
  expect([preguntas[2].es_correcta, preguntas[5].es_correcta]).toEqual([false, false])
})

it('keeps the key of every kind from the review until its release', async () => {
  const { exam, token, detail, asked } = await aScene()
  await t.deps.db.update(evaluaciones).set({ intentos: 2 }).where(eq(evaluaciones.id, exam.id))
  await t.call('POST', '/api/respuestas', { token, body: rightAnswers(exam, asked, detail).slice(3, 4) })
  await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
  const review = await t.call('GET', `/api/detalle-evaluacion/${detail}/revision`, { token })
  expect(JSON.stringify(review.body)).not.toMatch(/"clave"|Túpac/)
  expect(review.body.data.preguntas[3]).toMatchObject({ es_correcta: true, puntos: null })
})

it('refuses what is not in the question', async () => {
  const { exam, token, detail } = await aScene()
  const other = exam.preguntas[0]?.opciones[0]?.id
  const wrong: [number, object, string, string][] = [
    [2, { seleccion: [other] }, 'seleccion', 'Elige opciones de la pregunta.'],
    [2, { id_opcion: other }, 'seleccion', 'Elige opciones de la pregunta.'],
    [3, { respuesta: 'x'.repeat(201) }, 'respuesta', 'La respuesta puede tener hasta 200 caracteres.'],
    [3, {}, 'respuesta', 'Escribe tu respuesta.'],
    [5, { parejas: [{ izquierda: 3, derecha: 0 }] }, 'parejas', 'Elige parejas de la pregunta.'],
    [5, { parejas: [{ izquierda: 0, derecha: 4 }] }, 'parejas', 'Elige parejas de la pregunta.'],
    [
      5,
      { parejas: [0, 1].map((derecha) => ({ izquierda: 0, derecha })) },
      'parejas',
      'Cada elemento lleva una sola pareja.',
    ],
  ]
  for (const [at, answer, field, text] of wrong) {
    const body = { id_detalle_evaluacion: detail, id_pregunta: exam.preguntas[at]?.id, secuencia: 1, ...answer }
    const refused = await t.call('POST', '/api/respuestas', { token, body })
    expect([refused.status, refused.body.errors[field]]).toEqual([422, [text]])
  }
})

it('takes an emptied answer as none', async () => {
  const { exam, token, detail, asked } = await aScene()
  await t.call('POST', '/api/respuestas', { token, body: rightAnswers(exam, asked, detail) })
  const empty = [{ seleccion: [] }, { respuesta: '' }, { respuesta: null }, { parejas: [] }].map((answer, at) => ({
    id_detalle_evaluacion: detail,
    id_pregunta: exam.preguntas[at + 2]?.id,
    secuencia: 2,
    ...answer,
  }))
  const saved = await t.call('POST', '/api/respuestas', { token, body: empty })
  const cleared = { secuencia: 2, id_opcion: null, respuesta: null }
  expect(saved.body.data).toEqual(empty.map(({ id_pregunta }) => ({ id_pregunta, ...cleared })))
})
