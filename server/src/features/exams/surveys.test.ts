import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { anEnrolment, aPerson } from '../../../test/builders.ts'
import { answersTo, aStudentWithExam, detailOf, expire } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { curso_docentes } from '../catalogue/catalogue.tables.ts'
import { closeExpired } from './closing.ts'
import {
  detalle_evaluacion,
  evaluaciones,
  preguntas,
  respuestas_encuesta,
  respuestas_retenidas,
} from './exams.tables.ts'
import { publishSurveys } from './surveys.ts'

const t = useApp()

/** A survey of one choice and one open question, and its teacher. */
async function aSurvey() {
  const { exam, course, token, student } = await aStudentWithExam(t, { modelo: 2, values: [0], open: [0] })
  const teacher = await aPerson(t.deps.db, { tipo_cliente: 'Docente' })
  await t.deps.db.insert(curso_docentes).values({ id_curso: course.id, id_usuario: teacher.id })
  return { exam, course, token, student, teacher: await t.tokenOf(teacher.id) }
}
type Survey = Awaited<ReturnType<typeof aSurvey>>

/** An enrolled student with saved answers, not submitted. */
async function aRespondent({ exam, course }: Survey, text: string, option = 0) {
  const person = await aPerson(t.deps.db)
  await anEnrolment(t.deps.db, person.id, course.id)
  const token = await t.tokenOf(person.id)
  const detail = await detailOf(t, exam.id, token)
  await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
  const [choice, open] = answersTo(exam, detail)
  const chosen = { ...choice, id_opcion: exam.preguntas[0]?.opciones[option]?.id }
  const body = text ? [chosen, { ...open, respuesta: text }] : chosen
  await t.call('POST', '/api/respuestas', { token, body })
  const send = () => t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
  return { id: person.id, token, detail, send }
}

async function answer(survey: Survey, texts: string[], option = 0) {
  const people = []
  for (const text of texts) {
    const person = await aRespondent(survey, text, option)
    expect((await person.send()).body.data.estado).toBe('respondida')
    people.push(person)
  }
  return people
}

const results = async ({ exam, teacher }: Survey) =>
  (await t.call('GET', `/api/encuestas/${exam.id}/resultados`, { token: teacher })).body.data
const textsOf = (shown: { preguntas: { respuestas: string[] }[] }) => shown.preguntas[1]?.respuestas.toSorted()
const words = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `Texto ${from + at}`)

describe('GET /api/encuestas/{id}/resultados', () => {
  it('shows nothing of four answers, and grows by five people at a time', async () => {
    const survey = await aSurvey()
    await answer(survey, words(1, 4), 2)
    const before = await results(survey)
    expect(before.respondieron).toBe(0)
    expect(before.preguntas[0].opciones.map((o: { cuenta: number }) => o.cuenta)).toEqual([0, 0, 0, 0])
    expect(textsOf(before)).toEqual([])
    await answer(survey, ['Texto 5'])
    const five = await results(survey)
    expect(five.respondieron).toBe(5)
    expect(five.preguntas[0].opciones.map((o: { cuenta: number }) => o.cuenta)).toEqual([1, 0, 4, 0])
    expect(textsOf(five)).toEqual(words(1, 5))
    await answer(survey, words(6, 9))
    await publishSurveys(t.deps.db)
    expect(await results(survey)).toEqual(five)
    await answer(survey, ['Texto x'])
    expect(textsOf(await results(survey))).toEqual([...words(1, 9), 'Texto x'])
  })

  it('never shows the last few, not even when the survey is over', async () => {
    const survey = await aSurvey()
    await answer(survey, words(1, 6))
    const { db } = t.deps
    await db
      .update(evaluaciones)
      .set({ fecha_cierre: sql`now() - interval '1 day'` })
      .where(eq(evaluaciones.id, survey.exam.id))
    await publishSurveys(db)
    const shown = await results(survey)
    expect([shown.respondieron, textsOf(shown)?.length]).toEqual([5, 5])
  })

  it('does not count an empty submission', async () => {
    const survey = await aSurvey()
    const people = await answer(survey, words(1, 4))
    const empty = await aRespondent(survey, '')
    await t.deps.db.execute(sql`DELETE FROM respuestas r USING intentos_evaluacion i
      WHERE r.id_intento = i.id AND i.id_detalle = ${empty.detail}`)
    expect((await empty.send()).body.data.estado).toBe('respondida')
    expect((await results(survey)).respondieron).toBe(0)
    const again = await t.call('POST', `/api/detalle-evaluacion/${people[0]?.detail}/intentos`, {
      token: people[0]?.token,
    })
    expect(again.body.code).toBe('ENCUESTA_RESPONDIDA')
  })

  it('stays small however long the answers are', async () => {
    const survey = await aSurvey()
    const long = 'ñ'.repeat(10_000)
    const person = await aRespondent(survey, long)
    const { db } = t.deps
    const said = [{ id_pregunta: survey.exam.preguntas[1]?.id ?? 0, id_opcion: null, respuesta: long }]
    await person.send()
    await db
      .insert(respuestas_retenidas)
      .values(Array.from({ length: 204 }, () => ({ id_evaluacion: survey.exam.id, respuestas: said })))
    await publishSurveys(db)
    const shown = await results(survey)
    expect(shown.respondieron).toBe(205)
    expect(textsOf(shown)).toEqual(Array(10).fill(long))
  })

  it('rejects students, other courses’ teachers, other brands, and exams', async () => {
    const { exam, token } = await aSurvey()
    const url = `/api/encuestas/${exam.id}/resultados`
    const as = async (values: object) => t.tokenOf((await aPerson(t.deps.db, values)).id)
    expect((await t.call('GET', url, { token })).status).toBe(403)
    expect((await t.call('GET', url, { token: await as({ tipo_cliente: 'Docente' }) })).status).toBe(403)
    expect(
      (await t.call('GET', url, { token: await as({ tipo_cliente: 'Administrador', id_cliente: 1 }) })).status,
    ).toBe(404)
    const real = await aStudentWithExam(t)
    const admin = await as({ tipo_cliente: 'Administrador' })
    expect((await t.call('GET', `/api/encuestas/${real.exam.id}/resultados`, { token: admin })).status).toBe(404)
  })
})

describe('who answered a survey', () => {
  it('is not returned to its staff by any call', async () => {
    const survey = await aSurvey()
    const [person] = await answer(survey, ['Lo mío'])
    const { student, token } = survey
    const admin = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
    const url = (id: number | undefined) => `/api/detalle/evaluacion/${survey.exam.id}/alumno/${id}`
    for (const staff of [survey.teacher, admin]) {
      const answers = await Promise.all([person?.id, student.id].map((id) => t.call('GET', url(id), { token: staff })))
      expect(answers.map(({ status }) => status)).toEqual([403, 403])
      expect(answers[0]?.body).toEqual(answers[1]?.body)
      for (const detail of [person?.detail, await detailOf(t, survey.exam.id, token)])
        expect((await t.call('GET', `/api/detalle-evaluacion/${detail}/revision`, { token: staff })).status).toBe(404)
    }
    expect((await t.call('GET', url(person?.id), { token: person?.token })).body.data.estado).toBe('respondida')
    const trail = await t.call('GET', `/api/auditoria?usuario=${person?.id}`, { token: admin })
    expect(trail.body.data.data).toEqual([])
  })

  it('cannot be graded, so that drafts cannot be found', async () => {
    const survey = await aSurvey()
    const { detail } = await aRespondent(survey, 'Borrador')
    const [draft] = (
      await t.deps.db.execute<{ id: number }>(sql`
      SELECT r.id FROM respuestas r JOIN intentos_evaluacion i ON i.id = r.id_intento
      WHERE i.id_detalle = ${detail} AND r.respuesta IS NOT NULL`)
    ).rows
    const body = { puntos: 0 }
    const graded = await t.call('PUT', `/api/calificaciones/${draft?.id}`, { token: survey.teacher, body })
    expect(graded.status).toBe(404)
  })
})

describe('the database links no answer to its author', () => {
  const SAID = ['respuestas_encuesta', 'respuestas_retenidas']
  const PEOPLE = ['encuestas_respondidas', 'intentos_evaluacion', 'detalle_evaluacion', 'auditoria']
  const COLUMNS = ['xmin', 'xmax']
  const JOINS = SAID.flatMap((said) =>
    PEOPLE.flatMap((people) =>
      COLUMNS.flatMap((mine) => COLUMNS.map((theirs) => [`${said}.${mine}`, `${people}.${theirs}`] as const)),
    ),
  )

  it('neither by transaction, nor by order, nor by time', async () => {
    const survey = await aSurvey()
    const id = survey.exam.id
    const texts = words(1, 22)
    await answer(survey, texts)
    const { sql: db } = t.database
    for (const [mine, theirs] of JOINS) {
      const [said = '', people = ''] = [mine, theirs].map((column) => column.split('.')[0])
      const joined = await db.unsafe(`SELECT 1 FROM ${said} JOIN ${people} ON ${mine}::text = ${theirs}::text
        WHERE ${mine}::text <> '0' AND ${said}.id_evaluacion = ${id}`)
      expect(joined, `${mine} = ${theirs}`).toHaveLength(0)
    }
    // Each group of five has 120 orders: that all four are as they came is not chance.
    for (const order of ['ctid', 'id']) {
      const found = await db.unsafe(`SELECT respuesta, tanda FROM respuestas_encuesta
        WHERE id_evaluacion = ${id} AND respuesta IS NOT NULL ORDER BY ${order}`)
      expect([found.length, new Set(found.map((row) => row.tanda)).size]).toEqual([20, 4])
      expect(found.map((row) => row.respuesta)).not.toEqual(texts.slice(0, 20))
    }
    const kinds = await db`SELECT DISTINCT data_type FROM information_schema.columns WHERE table_name = ANY (${SAID})`
    expect(kinds.map((row) => row.data_type).toSorted()).toEqual(['bigint', 'boolean', 'jsonb', 'text', 'uuid'])
  })
})

describe('no answer is lost or counted twice', () => {
  const published = async ({ exam }: Survey) => {
    const rows = await t.deps.db
      .select()
      .from(respuestas_encuesta)
      .where(eq(respuestas_encuesta.id_evaluacion, exam.id))
    return rows.flatMap(({ respuesta }) => respuesta ?? [])
  }
  const held = async ({ exam }: Survey) => {
    const mine = eq(respuestas_retenidas.id_evaluacion, exam.id)
    const rows = await t.deps.db.select().from(respuestas_retenidas).where(mine)
    return rows.flatMap(({ respuestas }) => respuestas.flatMap(({ respuesta }) => respuesta ?? []))
  }

  it('when twelve people submit three times at once', async () => {
    const survey = await aSurvey()
    const texts = words(1, 12)
    const people = await Promise.all(texts.map((text) => aRespondent(survey, text)))
    const sent = await Promise.all([...people, ...people, ...people].map(({ send }) => send()))
    expect(new Set(sent.map(({ status, body }) => `${status} ${body.data.estado}`))).toEqual(
      new Set(['200 respondida']),
    )
    await publishSurveys(t.deps.db)
    const [shown, waiting] = [await published(survey), await held(survey)]
    expect([shown.length, waiting.length]).toEqual([10, 2])
    expect([...shown, ...waiting].toSorted()).toEqual(texts.toSorted())
  })

  it('when the process or the time ends between taking an answer and publishing it', async () => {
    const survey = await aSurvey()
    const people = await Promise.all(words(1, 5).map((text) => aRespondent(survey, text)))
    for (const { detail } of people) await expire(t, detail, 11)
    // The first half of the job.
    await closeExpired(t.deps.db)
    expect([await published(survey), (await held(survey)).toSorted()]).toEqual([[], words(1, 5)])
    for (const { send } of people) expect((await send()).body.data.estado).toBe('respondida')
    await publishSurveys(t.deps.db)
    expect([(await published(survey)).toSorted(), await held(survey)]).toEqual([words(1, 5), []])
    const [detail] = await t.deps.db
      .select()
      .from(detalle_evaluacion)
      .where(eq(detalle_evaluacion.id, people[0]?.detail ?? 0))
    expect(detail?.intentos).toBe(1)
  })
})

describe('a survey', () => {
  it('shows the options of its questions in their written order, attempt after attempt', async () => {
    const { exam, course } = await aStudentWithExam(t, { modelo: 2, values: [0, 0] })
    for (let n = 0; n < 6; n++) {
      const person = await aPerson(t.deps.db)
      await anEnrolment(t.deps.db, person.id, course.id)
      const token = await t.tokenOf(person.id)
      const detail = await detailOf(t, exam.id, token)
      await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
      const { data } = (await t.call('GET', `/api/preguntas/evaluacion/${exam.id}`, { token })).body
      const shown = data.map((question: { opciones: { opcion: string }[] }) => question.opciones.map((o) => o.opcion))
      const written = ['A', 'B', 'C', 'D']
      expect(shown).toEqual([written, written])
    }
  })
})

describe('a survey without a duration', () => {
  it('has no clock: it takes answers days later, and the job leaves it open', async () => {
    const { exam, token, detail } = await aStudentWithExam(t, { modelo: 2, values: [0], open: [0], duracion: null })
    const started = await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    expect(started.body.data).toMatchObject({ estado: 'abierto', limite: null })
    const attempts = sql`UPDATE intentos_evaluacion SET inicio = now() - interval '9 days' WHERE id_detalle = ${detail}`
    await t.deps.db.execute(attempts)
    await closeExpired(t.deps.db)
    const saved = await t.call('POST', '/api/respuestas', { token, body: answersTo(exam, detail) })
    expect(saved).toMatchObject({ status: 200, body: { limite: null } })
    const sent = await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
    expect(sent.body.data).toMatchObject({ estado: 'respondida', cerrado_por_tiempo: false })
  })

  it('still ends at its closing date', async () => {
    const fecha_cierre = new Date(Date.now() + 3_600_000).toISOString()
    const { token, detail } = await aStudentWithExam(t, { modelo: 2, values: [0], duracion: null, fecha_cierre })
    const started = await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    expect(started.body.data.limite).toBe(fecha_cierre)
  })
})

it('counts each option that a person chooses among several', async () => {
  const survey = await aSurvey()
  const [choice] = survey.exam.preguntas
  await t.deps.db
    .update(preguntas)
    .set({ tipo_pregunta: 3 })
    .where(eq(preguntas.id, choice?.id ?? 0))
  for (let n = 0; n < 5; n++) {
    const person = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, person.id, survey.course.id)
    const token = await t.tokenOf(person.id)
    const detail = await detailOf(t, survey.exam.id, token)
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    const seleccion = choice?.opciones.slice(0, n === 0 ? 3 : 2).map(({ id }) => id)
    const body = { id_detalle_evaluacion: detail, id_pregunta: choice?.id, seleccion, secuencia: 1 }
    await t.call('POST', '/api/respuestas', { token, body })
    await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
  }
  const shown = await results(survey)
  expect(shown.respondieron).toBe(5)
  expect(shown.preguntas[0].opciones.map((o: { cuenta: number }) => o.cuenta)).toEqual([5, 5, 1, 0])
})
