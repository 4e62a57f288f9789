import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, anExam, aPerson } from '../../../test/builders.ts'
import { aStudentWithExam, sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { onOneDay } from '../../../test/one-day.ts'
import { puntos, puntos_mes } from './awards.tables.ts'
import { award, withdrawPoints } from './awards.ts'

const t = useApp()

const give = (...events: Parameters<typeof award> extends [unknown, ...infer D] ? D : never) =>
  t.deps.db.transaction((tx) => award(tx, ...events))

/** A user's ledger, oldest first. */
const ledgerOf = (id: number) =>
  t.deps.db
    .select({ motivo: puntos.motivo, clave: puntos.clave, detalle: puntos.detalle, puntos: puntos.puntos })
    .from(puntos)
    .where(eq(puntos.id_usuario, id))
    .orderBy(puntos.motivo, puntos.id)

const sumsOf = (id: number) =>
  t.deps.db
    .select({ mes: puntos_mes.mes, puntos: puntos_mes.puntos, alcanzado_en: puntos_mes.alcanzado_en })
    .from(puntos_mes)
    .where(eq(puntos_mes.id_usuario, id))
    .orderBy(puntos_mes.mes)

describe('award', () => {
  it('awards each reason its points, and sums the month', async () => {
    const { id } = await aPerson(t.deps.db)
    await give(
      { usuario: id, motivo: 'asistencia', clave: '1', detalle: 'Lección' },
      { usuario: id, motivo: 'examen', clave: '1', detalle: 'Examen', puntos: 83 },
      { usuario: id, motivo: 'certificado', clave: 'curso:1', detalle: 'Curso' },
      { usuario: id, motivo: 'foro', clave: '1', detalle: 'Foro' },
      { usuario: id, motivo: 'referido', clave: '1', detalle: 'REF7' },
    )
    const given = new Map((await ledgerOf(id)).map((row) => [row.motivo, row.puntos]))
    expect(Object.fromEntries(given)).toEqual({ asistencia: 10, examen: 83, certificado: 50, foro: 5, referido: 100 })
    expect(await sumsOf(id)).toMatchObject([{ puntos: 248 }])
  })

  it('counts an event once for a hundred concurrent calls', async () => {
    const { id } = await aPerson(t.deps.db)
    const event = { usuario: id, motivo: 'certificado' as const, clave: 'curso:9', detalle: 'Curso' }
    await Promise.all(Array.from({ length: 100 }, () => give(event)))
    await give(event, event)
    expect(await ledgerOf(id)).toHaveLength(1)
    expect(await sumsOf(id)).toMatchObject([{ puntos: 50 }])
  })

  it('counts a hundred different concurrent events', async () => {
    const { id } = await aPerson(t.deps.db)
    const events = Array.from({ length: 100 }, (_, n) => ({
      usuario: id,
      motivo: 'asistencia' as const,
      clave: String(n),
      detalle: 'Lección',
    }))
    await Promise.all(events.map((event) => give(event)))
    expect(await sumsOf(id)).toMatchObject([{ puntos: 1000 }])
  })

  it('is rolled back with its transaction', async () => {
    const { id } = await aPerson(t.deps.db)
    const undone = t.deps.db.transaction(async (tx) => {
      await award(tx, { usuario: id, motivo: 'referido', clave: '1', detalle: 'REF7' })
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    expect(await ledgerOf(id)).toEqual([])
    expect(await sumsOf(id)).toEqual([])
  })

  it('awards nothing to staff', async () => {
    for (const tipo_cliente of ['Docente', 'Administrador'] as const) {
      const { id } = await aPerson(t.deps.db, { tipo_cliente })
      await give({ usuario: id, motivo: 'referido', clave: '1', detalle: 'REF7' })
      expect(await ledgerOf(id)).toEqual([])
    }
  })

  it('uses Lima’s months', async () => {
    const { id } = await aPerson(t.deps.db)
    const at = (cuando: string, clave: string) => ({
      usuario: id,
      motivo: 'asistencia' as const,
      clave,
      detalle: '',
      cuando,
    })
    await give(at('2025-02-01T04:59:59Z', 'enero'), at('2025-02-01T05:00:00Z', 'febrero'))
    expect(await sumsOf(id)).toEqual([
      { mes: '2025-01-01', puntos: 10, alcanzado_en: '2025-02-01T04:59:59.000Z' },
      { mes: '2025-02-01', puntos: 10, alcanzado_en: '2025-02-01T05:00:00.000Z' },
    ])
  })
})

describe('forum posts', () => {
  const post = (usuario: number, n: number, cuando?: string) =>
    ({ usuario, motivo: 'foro', clave: `post:${n}`, detalle: 'Foro', cuando }) as const

  const DAY = '2025-03-09T12:00:00Z'

  it('earn points for five a day, of twenty concurrent ones', async () => {
    const { id } = await aPerson(t.deps.db)
    await Promise.all(Array.from({ length: 20 }, (_, n) => give(post(id, n, DAY))))
    expect(await sumsOf(id)).toMatchObject([{ puntos: 25 }])
    await give(post(id, 99, DAY))
    expect(await ledgerOf(id)).toHaveLength(5)
  })

  it('count by Lima’s day, and a repeated one does not count', async () => {
    const { id } = await aPerson(t.deps.db)
    const late = Array.from({ length: 7 }, (_, n) => post(id, n, '2025-03-11T04:30:00Z'))
    const next = Array.from({ length: 7 }, (_, n) => post(id, n + 3, '2025-03-11T05:00:00Z'))
    await give(...late)
    expect((await ledgerOf(id)).map((row) => row.clave)).toEqual(['post:0', 'post:1', 'post:2', 'post:3', 'post:4'])
    await give(...next)
    expect((await ledgerOf(id)).map((row) => row.clave)).toHaveLength(10)
  })

  it('are counted per student, in one call too', async () => {
    const [one, two] = [await aPerson(t.deps.db), await aPerson(t.deps.db)]
    await give(...[one.id, two.id].flatMap((id) => Array.from({ length: 6 }, (_, n) => post(id, n, DAY))))
    for (const { id } of [one, two]) expect(await ledgerOf(id)).toHaveLength(5)
  })
})

describe('withdrawPoints', () => {
  const referral = (usuario: number, clave: string, cuando?: string) =>
    ({ usuario, motivo: 'referido', clave, detalle: 'REF7', cuando }) as const
  const withdraw = (usuario: number, ...claves: string[]) =>
    t.deps.db.transaction((tx) =>
      withdrawPoints(
        tx,
        'referido',
        claves.map((clave) => ({ usuario, clave })),
      ),
    )

  it('removes the entry from the ledger, the sum and the ranking, idempotently', async () => {
    const { id } = await aPerson(t.deps.db)
    const token = await t.tokenOf(id)
    await onOneDay()
    await give(referral(id, 'a'), referral(id, 'b'))
    await Promise.all(Array.from({ length: 10 }, () => withdraw(id, 'a', 'a', 'unknown')))
    expect((await ledgerOf(id)).map((row) => row.clave)).toEqual(['b'])
    expect(await sumsOf(id)).toMatchObject([{ puntos: 100 }])
    expect((await t.call('GET', '/api/ranking/mio', { token })).body.data.puntos).toBe(100)
    await withdraw(id, 'b')
    expect(await sumsOf(id)).toEqual([])
    expect((await t.call('GET', '/api/ranking/mio', { token })).body.data).toMatchObject({ puesto: null, puntos: 0 })
    await give(referral(id, 'a'))
    expect(await sumsOf(id)).toMatchObject([{ puntos: 100 }])
  })

  it('removes nothing of other users, reasons and months', async () => {
    const [one, two] = [await aPerson(t.deps.db), await aPerson(t.deps.db)]
    await give(
      referral(one.id, 'x', '2025-05-10T12:00:00Z'),
      referral(one.id, 'y', '2025-06-10T12:00:00Z'),
      { usuario: one.id, motivo: 'asistencia', clave: 'x', detalle: '', cuando: '2025-05-09T12:00:00Z' },
      referral(two.id, 'x', '2025-05-10T12:00:00Z'),
    )
    await withdraw(one.id, 'x')
    expect(await sumsOf(one.id)).toEqual([
      { mes: '2025-05-01', puntos: 10, alcanzado_en: '2025-05-09T12:00:00.000Z' },
      { mes: '2025-06-01', puntos: 100, alcanzado_en: '2025-06-10T12:00:00.000Z' },
    ])
    expect(await sumsOf(two.id)).toMatchObject([{ puntos: 100 }])
  })

  it('keeps the sum equal to the ledger under concurrent awards and withdrawals', async () => {
    const { id } = await aPerson(t.deps.db)
    const claves = Array.from({ length: 20 }, (_, n) => String(n))
    await give(...claves.map((clave) => referral(id, clave)))
    await Promise.all(claves.flatMap((clave) => [withdraw(id, clave), give(referral(id, `new:${clave}`))]))
    expect(await ledgerOf(id)).toHaveLength(20)
    expect(await sumsOf(id)).toMatchObject([{ puntos: 2000 }])
    await Promise.all(claves.map((clave) => withdraw(id, `new:${clave}`)))
    expect(await sumsOf(id)).toEqual([])
  })

  it('is rolled back with its transaction', async () => {
    const { id } = await aPerson(t.deps.db)
    await give(referral(id, 'a'))
    const undone = t.deps.db.transaction(async (tx) => {
      await withdrawPoints(tx, 'referido', [{ usuario: id, clave: 'a' }])
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    expect(await sumsOf(id)).toMatchObject([{ puntos: 100 }])
  })
})

describe('events in the campus', () => {
  it('a closed attendance earns 10, once', async () => {
    const person = await aPerson(t.deps.db)
    const course = await aCourse(t.deps.db)
    await anEnrolment(t.deps.db, person.id, course.id)
    const token = await t.tokenOf(person.id)
    const leccion_id = course.modulos[0]?.lecciones[0]?.id
    await t.call('POST', '/api/asistencia/iniciar', { token, body: { leccion_id } })
    expect(await ledgerOf(person.id)).toEqual([])
    const close = () => t.call('POST', '/api/asistencia/cerrar', { token, body: { leccion_id } })
    await Promise.all(Array.from({ length: 20 }, close))
    const once = { motivo: 'asistencia', clave: String(leccion_id), detalle: 'Lección 1.1', puntos: 10 }
    expect(await ledgerOf(person.id)).toEqual([once])
    // Removed by staff and created again, the lesson is still the same event.
    await t.deps.db.execute(sql`DELETE FROM asistencias WHERE usuario_id = ${person.id}`)
    await t.call('POST', '/api/asistencia/iniciar', { token, body: { leccion_id } })
    await close()
    expect(await ledgerOf(person.id)).toEqual([once])
  })

  it('an exam passed at the first attempt earns its percentage, rounded, and its certificates 50 each', async () => {
    const { student, course, exam, token } = await aStudentWithExam(t, { values: [10, 10, 10] })
    await sit(t, exam, token, 2)
    expect(await ledgerOf(student.id)).toEqual([
      { motivo: 'certificado', clave: `curso:${course.id}`, detalle: 'Curso de prueba', puntos: 50 },
      { motivo: 'certificado', clave: `modulo:${course.modulos[0]?.id}`, detalle: 'Módulo 1', puntos: 50 },
      // 66.67 %
      { motivo: 'examen', clave: String(exam.id), detalle: 'Examen de prueba', puntos: 67 },
    ])
    // A better second attempt adds nothing.
    await sit(t, exam, token)
    expect(await ledgerOf(student.id)).toHaveLength(3)
  })

  it('an exam passed at a later attempt earns its certificate alone', async () => {
    const { student, exam, token } = await aStudentWithExam(t, { ofCourse: true })
    await sit(t, exam, token, 0)
    expect(await ledgerOf(student.id)).toEqual([])
    await sit(t, exam, token)
    expect((await ledgerOf(student.id)).map((row) => row.motivo)).toEqual(['certificado'])
  })

  it('an exam that a teacher grades earns points when it is graded', async () => {
    const { db } = t.deps
    const { student, exam, token } = await aStudentWithExam(t, { values: [10], open: [10] })
    const boss = await t.tokenOf((await aPerson(db, { tipo_cliente: 'Administrador' })).id)
    await sit(t, exam, token)
    expect(await ledgerOf(student.id)).toEqual([])
    const waiting = await t.call('GET', '/api/calificaciones/pendientes', { token: boss })
    const mine = waiting.body.data.data.find((row: { id_evaluacion: number }) => row.id_evaluacion === exam.id)
    const graded = await t.call('PUT', `/api/calificaciones/${mine.id_respuesta}`, { token: boss, body: { puntos: 4 } })
    expect(graded.status).toBe(200)
    expect(await ledgerOf(student.id)).toContainEqual({
      motivo: 'examen',
      clave: String(exam.id),
      detalle: 'Examen de prueba',
      puntos: 70,
    })
  })

  it('a survey earns nothing', async () => {
    const { student, course, token } = await aStudentWithExam(t)
    const survey = await anExam(t.deps.db, { id_curso: course.id, modelo: 2, intentos: 1 })
    await sit(t, survey, token)
    expect(await ledgerOf(student.id)).toEqual([])
  })
})
