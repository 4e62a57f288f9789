import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { normalizeText } from '@campus/contract/texts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { anEnrolment, anExam, aPerson } from '../../../test/builders.ts'
import { answersTo, aStudentWithExam, detailOf, expire, sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { changedMeanwhile, untilWaiting } from '../../../test/waiting.ts'
import { certificados } from '../certificates/certificates.tables.ts'
import { intentos_evaluacion, respuestas, respuestas_retenidas } from './exams.tables.ts'

const { randomInt } = crypto

/** The next `codes` certificate codes are `CERT-AAAAAAAAA`, those after them random. */
function drawAs(codes: number): void {
  let left = 9 * codes
  crypto.randomInt = ((max: number) => (left-- > 0 ? 0 : randomInt(max))) as typeof randomInt
  syncBuiltinESMExports()
}
afterAll(() => {
  crypto.randomInt = randomInt
  syncBuiltinESMExports()
})

const t = useApp()

type Sitting = Awaited<ReturnType<typeof aStudentWithExam>>
const submit = ({ detail, token }: Pick<Sitting, 'detail' | 'token'>, body: unknown = {}) =>
  t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body })
const save = ({ token }: Pick<Sitting, 'token'>, body: unknown) => t.call('POST', '/api/respuestas', { token, body })

/** A student in an open attempt with every answer right; two modules, so that only one certificate is earned. */
async function anAnsweredAttempt(shape: Parameters<typeof aStudentWithExam>[1] = {}) {
  const made = await aStudentWithExam(t, { modules: 2, ...shape })
  await anExam(t.deps.db, { id_curso: made.course.id, id_modulo: made.course.modulos[1]?.id })
  const started = await t.call('POST', `/api/detalle-evaluacion/${made.detail}/intentos`, { token: made.token })
  await save(made, answersTo(made.exam, made.detail))
  return { ...made, attempt: Number(started.body.data.id_intento) }
}

/** Counts the rows that a submission writes. */
async function traces({ student, detail }: Sitting) {
  const [row] = (
    await t.deps.db.execute(sql`SELECT
    (SELECT count(*)::int FROM auditoria WHERE accion = 'intento_enviado'
      AND objeto IN (SELECT 'intento:' || id FROM intentos_evaluacion WHERE id_detalle = ${detail})) AS envios,
    (SELECT count(*)::int FROM auditoria WHERE accion = 'certificado_emitido' AND sobre = ${student.id}) AS emisiones,
    (SELECT count(*)::int FROM certificados WHERE id_usuario = ${student.id}) AS certificados,
    (SELECT count(*)::int FROM notificaciones WHERE id_usuario = ${student.id}) AS avisos,
    (SELECT coalesce(json_object_agg(motivo, puntos), '{}') FROM puntos WHERE id_usuario = ${student.id}) AS puntos,
    (SELECT count(*)::int FROM puntos WHERE id_usuario = ${student.id}) AS premios`)
  ).rows
  return row
}
const PASSED = {
  envios: 1,
  emisiones: 1,
  certificados: 1,
  avisos: 1,
  puntos: { examen: 100, certificado: 50 },
  premios: 2,
}
const NOTHING = { envios: 0, emisiones: 0, certificados: 0, avisos: 0, puntos: {}, premios: 0 }

const attemptOf = async (id: number) => {
  const [row] = await t.deps.db.select().from(intentos_evaluacion).where(eq(intentos_evaluacion.id, id))
  return row
}
const hold = (detail: number) => sql`SELECT 1 FROM detalle_evaluacion WHERE id = ${detail} FOR UPDATE`

describe('a submission that waited for a lock on its detail', () => {
  it('grades what was saved while it waited', async () => {
    const made = await anAnsweredAttempt({ values: [4, 4, 4, 4, 4] })
    const wrong = made.exam.preguntas.slice(1).map((question) => question.opciones[0]?.id)
    const change = sql`UPDATE respuestas SET secuencia = 9, id_opcion = o.id
      FROM opciones o WHERE o.id_pregunta = respuestas.id_pregunta AND o.id IN ${wrong} AND id_intento = ${made.attempt}`
    const sent = await changedMeanwhile(t, { hold: hold(made.detail), change, start: () => submit(made) })
    expect(sent).toMatchObject({ status: 200, body: { data: { nota: 4, porcentaje: 20, aprobado: false } } })
    expect(await attemptOf(made.attempt)).toMatchObject({ estado: 'calificado', nota: 4, aprobado: false })
    const points = (
      await t.deps.db.execute(sql`SELECT puntos::float FROM respuestas
      WHERE id_intento = ${made.attempt} ORDER BY id_pregunta`)
    ).rows
    expect(points.map(({ puntos }) => puntos)).toEqual([4, 0, 0, 0, 0])
    expect(await traces(made)).toEqual({ ...NOTHING, envios: 1 })
  })

  it('grades an answer saved after the submission began', async () => {
    const made = await aStudentWithExam(t, { modules: 2 })
    await anExam(t.deps.db, { id_curso: made.course.id, id_modulo: made.course.modulos[1]?.id })
    const started = await t.call('POST', `/api/detalle-evaluacion/${made.detail}/intentos`, { token: made.token })
    const attempt = Number(started.body.data.id_intento)
    const right = made.exam.preguntas.map((question) => question.opciones[1]?.id)
    const change = sql`INSERT INTO respuestas (id_intento, id_pregunta, id_opcion, secuencia)
      SELECT ${attempt}, id_pregunta, id, 1 FROM opciones WHERE id IN ${right}`
    const sent = await changedMeanwhile(t, { hold: hold(made.detail), change, start: () => submit(made) })
    expect(sent.body.data).toMatchObject({ nota: 20, aprobado: true, certificado: { novedad: 'generado' } })
    expect(await traces(made)).toEqual(PASSED)
  })

  it('returns what a concurrent submission graded: one result, one audit line, one notification, one award', async () => {
    const made = await anAnsweredAttempt()
    const start = () => Promise.all(Array.from({ length: 4 }, () => submit(made)))
    // Three at once reach the row, the fourth waits in the line of the exams.
    const sent = await changedMeanwhile(t, { hold: hold(made.detail), start, waiting: 3 })
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(sent.map(({ body }) => JSON.stringify({ ...body.data, ahora: '' }))).size).toBe(1)
    expect(sent[0]?.body.data).toMatchObject({ nota: 20, aprobado: true, certificado: { novedad: 'generado' } })
    expect(sent[0]?.body.data.puntos).toBeGreaterThan(0)
    expect(await traces(made)).toEqual(PASSED)
    expect((await submit(made)).body.data).toMatchObject({ nota: 20, certificado: { novedad: 'generado' } })
    expect(await traces(made)).toEqual(PASSED)
  })

  it('rejects saves that arrive behind it', async () => {
    const made = await anAnsweredAttempt()
    const start = async () => {
      const sent = submit(made)
      await untilWaiting(t, 1)
      return Promise.all([sent, save(made, answersTo(made.exam, made.detail, 0, 2))])
    }
    const [sent, late] = await changedMeanwhile(t, { hold: hold(made.detail), start, waiting: 2 })
    expect(sent.body.data).toMatchObject({ nota: 20, aprobado: true })
    expect(late).toMatchObject({ status: 409, body: { code: 'SIN_INTENTO_ABIERTO' } })
    expect(await t.deps.db.$count(respuestas, eq(respuestas.secuencia, 2))).toBe(0)
  })

  it('is rejected when the enrolment ended before, and leaves the attempt open', async () => {
    const made = await anAnsweredAttempt()
    await t.deps.db.execute(
      sql`UPDATE matriculas SET estado = 'suspendida', suspendida_por = 'personal' WHERE id_usuario = ${made.student.id}`,
    )
    expect(await submit(made)).toMatchObject({ status: 403, body: { code: 'SIN_MATRICULA' } })
    expect(await attemptOf(made.attempt)).toMatchObject({ estado: 'abierto', nota: null, enviado_en: null })
    expect(await traces(made)).toEqual(NOTHING)
  })
})

describe('a submission', () => {
  it('with open answers waits for a teacher, however often it is repeated: no grade, award or notification', async () => {
    const made = await anAnsweredAttempt({ values: [10], open: [10] })
    const start = () => Promise.all([submit(made), submit(made)])
    const sent = await changedMeanwhile(t, { hold: hold(made.detail), start, waiting: 2 })
    for (const { status, body } of [...sent, await submit(made)]) {
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ estado: 'pendiente', nota: null, aprobado: null, certificado: null })
    }
    expect(await attemptOf(made.attempt)).toMatchObject({ estado: 'pendiente', nota: null, aprobado: null })
    const points = (
      await t.deps.db.execute(sql`SELECT puntos::float FROM respuestas
      WHERE id_intento = ${made.attempt} ORDER BY id_pregunta`)
    ).rows
    expect(points.map(({ puntos }) => puntos)).toEqual([10, null])
    expect(await traces(made)).toEqual({ ...NOTHING, envios: 1 })
  })

  it('is graded with any characters in its answers', async () => {
    const made = await aStudentWithExam(t, { values: [10], open: [1, 1, 1, 1, 1, 1] })
    await t.call('POST', `/api/detalle-evaluacion/${made.detail}/intentos`, { token: made.token })
    const odd = [
      '\0NUL\0',
      '\\u0000 "\\" \\x00',
      '🎓👩🏽‍🎓 n\u0303 \u202E',
      '\u2028\u2029\uFEFF\uFFFF',
      '  1e400 -0 null  ',
      '{"$1": [1.0]}',
    ]
    const answers = answersTo(made.exam, made.detail).map((answer, at) =>
      'respuesta' in answer ? { ...answer, respuesta: odd[at - 1] } : answer,
    )
    expect((await save(made, answers)).status).toBe(200)
    const { body } = await submit(made)
    expect(body.data).toMatchObject({ estado: 'pendiente' })
    const kept = await t.database.sql`SELECT respuesta FROM respuestas
      JOIN intentos_evaluacion i ON i.id = id_intento WHERE i.id_detalle = ${made.detail} AND id_opcion IS NULL ORDER BY id_pregunta`
    expect(kept.map(({ respuesta }) => respuesta)).toEqual(odd.map(normalizeText))
  })

  it('of blank open questions is graded at once', async () => {
    const made = await aStudentWithExam(t, { modules: 2, values: [12], open: [8] })
    await t.call('POST', `/api/detalle-evaluacion/${made.detail}/intentos`, { token: made.token })
    await save(made, answersTo(made.exam, made.detail).slice(0, 1))
    expect((await submit(made)).body.data).toMatchObject({
      estado: 'calificado',
      nota: 12,
      porcentaje: 60,
      aprobado: true,
    })
  })

  it('of a survey is counted once, with the answers saved before, and earns nothing', async () => {
    const made = await anAnsweredAttempt({ modelo: 2, values: [0], open: [0] })
    const change = sql`UPDATE respuestas SET respuesta = 'Lo último', secuencia = 9
      WHERE id_intento = ${made.attempt} AND respuesta IS NOT NULL`
    const start = () => Promise.all([submit(made), submit(made)])
    const sent = await changedMeanwhile(t, { hold: hold(made.detail), change, start, waiting: 2 })
    for (const { status, body } of sent)
      expect([status, body.data.estado, body.data.nota]).toEqual([200, 'respondida', null])
    const held = await t.deps.db
      .select()
      .from(respuestas_retenidas)
      .where(eq(respuestas_retenidas.id_evaluacion, made.exam.id))
    expect(held).toHaveLength(1)
    const said = held.flatMap((row) => row.respuestas)
    expect(said.map(({ respuesta }) => respuesta).filter(Boolean)).toEqual(['Lo último'])
    expect(said).toHaveLength(2)
    expect(await traces(made)).toEqual(NOTHING)
  })

  it('for another attempt leaves the open one alone, but an expired one is closed', async () => {
    const made = await anAnsweredAttempt()
    const other = await anAnsweredAttempt()
    for (const id_intento of [other.attempt, made.attempt + 1_000_000]) {
      const sent = await submit(made, { id_intento })
      expect(sent).toMatchObject({ status: 200, body: { data: { estado: 'abierto', id_intento: made.attempt } } })
      expect(await traces(made)).toEqual(NOTHING)
    }
    expect(await attemptOf(other.attempt)).toMatchObject({ estado: 'abierto' })
    await expire(t, made.detail, 11)
    const late = await submit(made, { id_intento: other.attempt })
    expect(late.body.data).toMatchObject({ estado: 'calificado', nota: 20, cerrado_por_tiempo: true })
    expect(await traces(made)).toEqual(PASSED)
  })

  it('of another student’s detail, or of none, changes nothing', async () => {
    const made = await anAnsweredAttempt()
    const classmate = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, classmate.id, made.course.id)
    const token = await t.tokenOf(classmate.id)
    for (const detail of [made.detail, 2_000_000_000])
      expect(await submit({ detail, token })).toMatchObject({ status: 404, body: { code: 'NO_ENCONTRADO' } })
    const own = await detailOf(t, made.exam.id, token)
    const none = await submit({ detail: own, token }, { id_intento: made.attempt })
    expect(none).toMatchObject({ status: 409, body: { code: 'SIN_INTENTO_ABIERTO' } })
    expect(await attemptOf(made.attempt)).toMatchObject({ estado: 'abierto' })
    expect(await traces(made)).toEqual(NOTHING)
  })

  it('of a second attempt earns no exam points, and the certificate once', async () => {
    const made = await aStudentWithExam(t, { modules: 2 })
    await anExam(t.deps.db, { id_curso: made.course.id, id_modulo: made.course.modulos[1]?.id })
    await sit(t, made.exam, made.token, 0)
    expect(await sit(t, made.exam, made.token)).toMatchObject({ aprobado: true, certificado: { novedad: 'generado' } })
    expect(await traces(made)).toEqual({ ...PASSED, envios: 2, puntos: { certificado: 50 }, premios: 1 })
  })
})

describe('a certificate code already in use', () => {
  const taken = 'CERT-AAAAAAAAA'
  const ofStudent = ({ student }: Sitting) =>
    t.deps.db.select().from(certificados).where(eq(certificados.id_usuario, student.id))

  it('is drawn again, and every side effect happens once', async () => {
    const first = await anAnsweredAttempt()
    drawAs(1)
    expect((await submit(first)).body.data.certificado).toMatchObject({ codigo_certificado: taken })
    const second = await anAnsweredAttempt()
    drawAs(1)
    const sent = await submit(second)
    expect(sent.body.data).toMatchObject({ nota: 20, aprobado: true, certificado: { novedad: 'generado' } })
    const [own] = await ofStudent(second)
    expect(own?.codigo_certificado).toBe(sent.body.data.certificado.codigo_certificado)
    expect(own?.codigo_certificado).not.toBe(taken)
    expect(await traces(second)).toEqual(PASSED)
    expect((await submit(second)).body.data.certificado).toEqual(sent.body.data.certificado)
    expect(await traces(first)).toEqual(PASSED)
  })

  it('too often rolls the submission back, which can then be repeated', async () => {
    const made = await anAnsweredAttempt()
    drawAs(100)
    expect((await submit(made)).status).toBe(500)
    drawAs(0)
    expect(await attemptOf(made.attempt)).toMatchObject({ estado: 'abierto', nota: null, enviado_en: null })
    expect(await traces(made)).toEqual(NOTHING)
    expect((await submit(made)).body.data).toMatchObject({ aprobado: true, certificado: { novedad: 'generado' } })
    expect(await traces(made)).toEqual(PASSED)
  })
})
