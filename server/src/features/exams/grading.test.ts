import { MAX_OPEN_ANSWER } from '@campus/contract/rules'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { aStudentWithExam, sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { curso_docentes } from '../catalogue/catalogue.tables.ts'
import { certificados } from '../certificates/certificates.tables.ts'
import { encuestas_respondidas, respuestas, respuestas_retenidas } from './exams.tables.ts'

const t = useApp()

async function aPendingExam() {
  const made = await aStudentWithExam(t, { values: [10], open: [6, 4], nombre: 'Examen mixto' })
  const teacher = await aPerson(t.deps.db, { tipo_cliente: 'Docente' })
  await t.deps.db.insert(curso_docentes).values({ id_curso: made.course.id, id_usuario: teacher.id })
  return { ...made, teacher: await t.tokenOf(teacher.id), sent: await sit(t, made.exam, made.token) }
}

type Waiting = { id_respuesta: number; valor: number; alumno: string; respuesta: string; pregunta: string }
const pendingOf = async (token: string, query = ''): Promise<Waiting[]> =>
  (await t.call('GET', `/api/calificaciones/pendientes${query}`, { token })).body.data.data
const grade = (id: number | undefined, body: unknown, token?: string) =>
  t.call('PUT', `/api/calificaciones/${id}`, { token, body })
const certificatesOf = (id: number) => t.deps.db.select().from(certificados).where(eq(certificados.id_usuario, id))

describe('an exam with open questions', () => {
  it('waits for a teacher: no grade, no certificate, not marked as failed', async () => {
    const { sent, student, detail, token } = await aPendingExam()
    expect(sent).toMatchObject({
      estado: 'pendiente',
      condicion: 'Pendiente de calificación',
      nota: null,
      nota_maxima: 20,
      porcentaje: null,
      aprobado: null,
      certificado: null,
    })
    expect(await certificatesOf(student.id)).toHaveLength(0)
    const review = await t.call('GET', `/api/detalle-evaluacion/${detail}/revision`, { token })
    for (const question of review.body.data.preguntas)
      expect(question).toMatchObject({ puntos: null, es_correcta: question.tipo_pregunta === 1 ? true : null })
  })

  it('is graded answer by answer, and passes with the last one', async () => {
    const { teacher, student, token, exam, detail } = await aPendingExam()
    const [first, second] = await pendingOf(teacher)
    expect(first).toMatchObject({
      valor: 6,
      alumno: 'Ana María Quispe Núñez',
      respuesta: 'Respuesta 2',
      pregunta: 'Pregunta 2',
    })
    const one = await grade(first?.id_respuesta, { puntos: 1.5, comentario: ' Falta el ejemplo. ' }, teacher)
    expect(one).toMatchObject({
      status: 200,
      body: { data: { puntos: 1.5, comentario: 'Falta el ejemplo.', faltan: 1 } },
    })
    expect(one.body.data.intento.estado).toBe('pendiente')
    const last = await grade(second?.id_respuesta, { puntos: 0.5 }, teacher)
    expect(last.body.data).toMatchObject({
      faltan: 0,
      intento: { estado: 'calificado', nota: 12, porcentaje: 60, aprobado: true },
    })
    expect((await certificatesOf(student.id)).map((row) => row.nota)).toEqual([60, 60])
    const shown = await t.call('GET', `/api/detalle/evaluacion/${exam.id}/alumno/${student.id}`, { token })
    expect(shown.body.data).toMatchObject({ condicion: 'Aprobado', nota: 12, certificado: { novedad: 'generado' } })
    const review = await t.call('GET', `/api/detalle-evaluacion/${detail}/revision`, { token })
    expect(review.body.data.preguntas[1]).toMatchObject({ puntos: 1.5, comentario: 'Falta el ejemplo.' })
    const notices = await t.call('GET', `/api/notificaciones/usuario/${student.id}`, { token })
    const texts = notices.body.data.map(
      ({ tipo, mensaje, asunto }: Record<string, string>) => `${tipo}: ${mensaje}: ${asunto}`,
    )
    expect(texts).toContain('Otro: Ya está tu nota: Examen mixto')
    expect(texts).toContain('Certificación: Tu certificado está listo\n¡Felicitaciones, ya es tuyo!: Módulo 1')
    const closed = await grade(second?.id_respuesta, { puntos: 4 }, teacher)
    expect(closed).toMatchObject({ status: 409, body: { message: 'Esta respuesta ya fue calificada.' } })
  })

  it('fails by one hundredth', async () => {
    const { teacher, student } = await aPendingExam()
    const [first, second] = await pendingOf(teacher)
    await grade(first?.id_respuesta, { puntos: 1.99 }, teacher)
    const last = await grade(second?.id_respuesta, { puntos: 0 }, teacher)
    expect(last.body.data.intento).toMatchObject({ nota: 11.99, porcentaje: 59.95, aprobado: false })
    expect(await certificatesOf(student.id)).toHaveLength(0)
  })

  it('gets one grade from two concurrent teachers', async () => {
    const { teacher, student } = await aPendingExam()
    const waiting = await pendingOf(teacher)
    const both = await Promise.all(
      waiting.flatMap((row) => [1, 2, 3].map(() => grade(row.id_respuesta, { puntos: row.valor }, teacher))),
    )
    expect(new Set(both.map((answer) => answer.status)).has(500)).toBe(false)
    expect((await certificatesOf(student.id)).map((row) => row.nota)).toEqual([100, 100])
    expect(await pendingOf(teacher)).toEqual([])
  })

  it("belongs to the course's teachers and the brand's administrators", async () => {
    const { teacher, token } = await aPendingExam()
    const [first] = await pendingOf(teacher, '?per_page=1')
    const { db } = t.deps
    const outsider = await t.tokenOf((await aPerson(db, { tipo_cliente: 'Docente' })).id)
    const foreign = await t.tokenOf((await aPerson(db, { tipo_cliente: 'Administrador', id_cliente: 1 })).id)
    const admin = await t.tokenOf((await aPerson(db, { tipo_cliente: 'Administrador' })).id)
    expect((await t.call('GET', '/api/calificaciones/pendientes')).status).toBe(401)
    expect((await t.call('GET', '/api/calificaciones/pendientes', { token })).status).toBe(403)
    expect((await grade(first?.id_respuesta, { puntos: 1 })).status).toBe(401)
    expect((await grade(first?.id_respuesta, { puntos: 1 }, token)).status).toBe(403)
    for (const other of [outsider, foreign]) {
      expect(await pendingOf(other)).toEqual([])
      expect((await grade(first?.id_respuesta, { puntos: 1 }, other)).status).toBe(404)
    }
    expect((await pendingOf(admin)).map((row) => row.id_respuesta)).toContain(first?.id_respuesta)
    expect((await grade(first?.id_respuesta, { puntos: 1 }, admin)).status).toBe(200)
  })

  it.each([
    [{ puntos: 6.01 }, 'puntos', 'Los puntos van de 0 a 6.'],
    [{ puntos: -1 }, 'puntos', 'Los puntos no pueden ser negativos.'],
    [{ puntos: 'diez' }, 'puntos', 'Indica los puntos.'],
    [{ puntos: 1, comentario: 'a'.repeat(2001) }, 'comentario', 'El comentario puede tener hasta 2000 caracteres.'],
  ])('refuses %j', async (body, campo, text) => {
    const { teacher } = await aPendingExam()
    const [first] = await pendingOf(teacher)
    const refused = await grade(first?.id_respuesta, body, teacher)
    expect(refused).toMatchObject({ status: 422, body: { errors: { [campo]: [text] } } })
  })
})

describe('a survey', () => {
  const aSurvey = () => aStudentWithExam(t, { modelo: 2, values: [0, 0], open: [0] })

  it('has no grade, is answered once and stores answers without their author', async () => {
    const { exam, token, student, detail } = await aSurvey()
    const sent = await sit(t, exam, token)
    expect(sent).toMatchObject({
      estado: 'respondida',
      condicion: '',
      nota: null,
      nota_maxima: null,
      aprobado: null,
      certificado: null,
    })
    expect((await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })).body.data.estado).toBe(
      'respondida',
    )
    const again = await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'ENCUESTA_RESPONDIDA', message: 'Ya respondiste esta encuesta.' },
    })
    const { db } = t.deps
    const held = await db.select().from(respuestas_retenidas).where(eq(respuestas_retenidas.id_evaluacion, exam.id))
    expect(held.map((row) => row.respuestas.length)).toEqual([3])
    expect(await db.$count(respuestas, eq(respuestas.id_intento, sent.id_intento))).toBe(0)
    expect(
      await db.select().from(encuestas_respondidas).where(eq(encuestas_respondidas.id_alumno, student.id)),
    ).toHaveLength(1)
    expect((await t.call('GET', `/api/detalle-evaluacion/${detail}/revision`, { token })).status).toBe(404)
    expect(await certificatesOf(student.id)).toHaveLength(0)
  })

  it('counts one answer of 20 concurrent submissions', async () => {
    const { exam, token, detail } = await aSurvey()
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    const body = {
      id_detalle_evaluacion: detail,
      id_pregunta: exam.preguntas[0]?.id,
      id_opcion: exam.preguntas[0]?.opciones[0]?.id,
    }
    await t.call('POST', '/api/respuestas', { token, body })
    await Promise.all(
      Array.from({ length: 20 }, () => t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })),
    )
    const held = await t.deps.db
      .select()
      .from(respuestas_retenidas)
      .where(eq(respuestas_retenidas.id_evaluacion, exam.id))
    expect(held.map((row) => row.respuestas.length)).toEqual([1])
  })
})

// The last: it leaves more waiting answers than a page of other tests shows.
describe('the list of what waits', () => {
  it('comes in pages below 2 MB, whatever was asked and answered', async () => {
    const { course, exam, token } = await aStudentWithExam(t, { values: [], open: Array.from({ length: 30 }, () => 1) })
    const { id } = await aPerson(t.deps.db, { tipo_cliente: 'Docente' })
    await t.deps.db.insert(curso_docentes).values({ id_curso: course.id, id_usuario: id })
    await sit(t, exam, token)
    // The longest there is: JSON writes a control character in six bytes.
    await t.database.sql`UPDATE respuestas SET respuesta = repeat(chr(1), ${MAX_OPEN_ANSWER})
      WHERE id_intento IN (SELECT id FROM intentos_evaluacion WHERE id_evaluacion = ${exam.id})`
    await t.database.sql`UPDATE intentos_evaluacion SET preguntas = (
      SELECT jsonb_agg(q || jsonb_build_object('pregunta', repeat('🎓', 2000))) FROM jsonb_array_elements(preguntas) q)
      WHERE id_evaluacion = ${exam.id}`
    const teacher = await t.tokenOf(id)
    const page = (query: string) => t.call('GET', `/api/calificaciones/pendientes?${query}`, { token: teacher })
    const pages = [await page('per_page=25'), await page('per_page=25&page=2')]
    expect(pages.map(({ body }) => body.data.data.length)).toEqual([25, 5])
    for (const { raw } of pages) expect(raw.length).toBeLessThan(2_000_000)
    const larger = await page('per_page=26')
    expect([larger.status, larger.body.errors]).toEqual([422, { per_page: ['La cantidad por página va de 1 a 25.'] }])
  })
})
