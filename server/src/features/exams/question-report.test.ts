import { beforeAll, describe, expect, it } from 'vitest'
import { aCourse, anAttempt, anEnrolment, anExam, aPerson } from '../../../test/builders.ts'
import { sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { anExamOfAllKinds, rightAnswers, start } from '../../../test/kinds.ts'

const t = useApp()

let teacher: { id: number; token: string }

beforeAll(async () => {
  const { id } = await aPerson(t.deps.db, { roles: ['docente'] })
  teacher = { id, token: await t.tokenOf(id) }
})

const report = async (exam: { id: number }) => {
  const { status, body } = await t.call('GET', `/api/gestion/evaluaciones/${exam.id}/preguntas`, {
    token: teacher.token,
  })
  expect([status, body.code]).toEqual([200, undefined])
  return body.data
}

async function aStudentOf(course: { id: number }) {
  const { id } = await aPerson(t.deps.db)
  await anEnrolment(t.deps.db, id, course.id)
  return { id, token: await t.tokenOf(id) }
}

async function aTaughtCourse() {
  return aCourse(t.deps.db, { teacher: teacher.id })
}

describe('the question report of an exam', () => {
  it('tells how first attempts went, and compares the best with the lowest 27 %', async () => {
    const course = await aTaughtCourse()
    const exam = await anExam(t.deps.db, { id_curso: course.id })
    // How many questions each of twenty gets right.
    const right = [...Array(4).fill(2), ...Array(10).fill(1), ...Array(6).fill(0)]
    const tokens = []
    for (const hits of right) {
      const { token } = await aStudentOf(course)
      await sit(t, exam, token, hits)
      tokens.push(token)
    }
    // A second attempt says nothing about how hard the exam was to begin with.
    await sit(t, exam, tokens[0] ?? '', 0)
    await anAttempt(t.deps.db, teacher.id, exam.id, { nota: 20 })
    const waiting = await aStudentOf(course)
    await anAttempt(t.deps.db, waiting.id, exam.id, { estado: 'pendiente' })

    const { preguntas, ...head } = await report(exam)
    expect(head).toEqual({ intentos: 20, aprobados: 4, promedio: 45, tramos: [6, 0, 0, 0, 0, 10, 0, 0, 0, 4] })
    const [first, second] = preguntas
    const [a, b, c] = exam.preguntas[0]?.opciones ?? []
    expect(first).toMatchObject({
      ...{ id: exam.preguntas[0]?.id, intentos: 20, blancos: 0, dificultad: 0.7 },
      ...{ mejores: { intentos: 5, aciertos: 5 }, menores: { intentos: 5, aciertos: 0 } },
      avisos: ['distractor_sin_uso'],
    })
    // (20·4 − 14·4) / √((20·14 − 14²)(20·4 − 4²)) of points that are 0 or 10.
    expect(first.discriminacion).toBeCloseTo(24 / Math.sqrt(84 * 64), 6)
    expect(first.opciones.slice(0, 3)).toEqual([
      { id: a?.id, opcion: 'A', condicion: false, vistas: 20, cuenta: 6, mejores: 0, menores: 5 },
      { id: b?.id, opcion: 'B', condicion: true, vistas: 20, cuenta: 14, mejores: 5, menores: 0 },
      { id: c?.id, opcion: 'C', condicion: false, vistas: 20, cuenta: 0, mejores: 0, menores: 0 },
    ])
    expect(second).toMatchObject({
      ...{ dificultad: 0.2, avisos: ['muy_dificil', 'distractor_sin_uso'] },
      ...{ mejores: { intentos: 5, aciertos: 4 }, menores: { intentos: 5, aciertos: 0 } },
    })
  })

  it('counts several options, texts, numbers, pairs and blanks, and waits for open answers', async () => {
    const course = await aTaughtCourse()
    const exam = await anExamOfAllKinds(t.deps.db, { id_curso: course.id })
    const [, open, several, short, number, pairs] = exam.preguntas
    for (let n = 0; n < 3; n += 1) {
      const { token } = await aStudentOf(course)
      const { detail, asked } = await start(t, exam.id, token)
      const right = rightAnswers(exam, asked, detail)
      const [, , , , , ofPairs] = right
      const [first] = (ofPairs as { parejas: { izquierda: number; derecha: number }[] }).parejas
      const others = [
        { id_pregunta: several?.id, seleccion: [several?.opciones[0]?.id, several?.opciones[1]?.id] },
        { id_pregunta: short?.id, respuesta: n === 1 ? 'TÚPAC  Amaru' : 'Atahualpa' },
        { id_pregunta: number?.id, respuesta: n === 1 ? '2.60' : '9' },
        { id_pregunta: pairs?.id, parejas: [first] },
      ].map((answer) => ({ ...answer, id_detalle_evaluacion: detail, secuencia: 2 }))
      await t.call('POST', '/api/respuestas', { token, body: n === 0 ? right : others })
      await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
    }
    expect((await report(exam)).intentos).toBe(2)
    const waiting = await t.call('GET', '/api/calificaciones/pendientes', { token: teacher.token })
    const [answer] = waiting.body.data.data
    await t.call('PUT', `/api/calificaciones/${answer.id_respuesta}`, { token: teacher.token, body: { puntos: 5 } })

    const { preguntas, intentos } = await report(exam)
    expect(intentos).toBe(3)
    const [asChoice, asOpen, asSeveral, asShort, asNumber, asPairs] = preguntas
    expect(asChoice).toMatchObject({ blancos: 2, avisos: ['muestra_pequena'], mejores: null })
    expect(asOpen).toMatchObject({ id: open?.id, blancos: 2, opciones: [], dadas: [] })
    expect(asOpen.dificultad).toBeCloseTo(0.5 / 3, 6)
    expect(asSeveral.opciones.map(({ cuenta }: { cuenta: number }) => cuenta)).toEqual([3, 2, 1])
    expect(asShort.dadas).toEqual([
      { respuesta: expect.stringMatching(/tupac amaru|TÚPAC {2}Amaru/), cuenta: 2, acierta: true },
      { respuesta: 'Atahualpa', cuenta: 1, acierta: false },
    ])
    expect(asNumber.dadas).toEqual([
      { respuesta: expect.stringMatching(/2[.,]60?/), cuenta: 2, acierta: true },
      { respuesta: '9', cuenta: 1, acierta: false },
    ])
    expect(asPairs.parejas).toEqual([
      { izquierda: 'Perú', derecha: 'Lima', intentos: 3, aciertos: 3 },
      { izquierda: 'Chile', derecha: 'Santiago', intentos: 3, aciertos: 1 },
      { izquierda: 'Bolivia', derecha: 'Sucre', intentos: 3, aciertos: 1 },
    ])
  })

  it('leaves out a question that left the exam, and says nothing of one that no one had', async () => {
    const course = await aTaughtCourse()
    const exam = await anExam(t.deps.db, { id_curso: course.id, values: [10, 10] })
    expect(await report(exam)).toMatchObject({
      ...{ intentos: 0, aprobados: 0, promedio: null, tramos: Array(10).fill(0) },
      preguntas: [{ intentos: 0, dificultad: null, avisos: [] }, { intentos: 0 }],
    })
    const { token } = await aStudentOf(course)
    await sit(t, exam, token, 1)
    const [gone, kept] = exam.preguntas
    await t.database.pool.query('UPDATE preguntas SET activo = false WHERE id = $1', [gone?.id])
    await t.database.pool.query(
      `INSERT INTO preguntas (id_evaluacion, pregunta, tipo_pregunta, valor, orden) VALUES ($1, 'Nueva', 2, 5, 9)`,
      [exam.id],
    )
    const { preguntas } = await report(exam)
    expect(preguntas).toMatchObject([
      { id: kept?.id, intentos: 1, discriminacion: null },
      { pregunta: 'Nueva', intentos: 0 },
    ])
  })

  it('is not there for a survey, nor for the teacher of another course', async () => {
    const course = await aTaughtCourse()
    const survey = await anExam(t.deps.db, { id_curso: course.id, modelo: 2, values: [] })
    const other = await anExam(t.deps.db, { id_curso: (await aCourse(t.deps.db)).id })
    for (const { id } of [survey, other]) {
      const { status } = await t.call('GET', `/api/gestion/evaluaciones/${id}/preguntas`, { token: teacher.token })
      expect(status).toBe(404)
    }
  })
})
