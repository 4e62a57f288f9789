import type { Momentum } from '@campus/contract/learning'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anAttempt, anEnrolment, anExam, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { onOneDay } from '../../../test/one-day.ts'
import { award } from '../awards/awards.ts'
import { asistencias } from '../learning/learning.tables.ts'
import { progreso_lecciones } from './learning.tables.ts'
import { momentumOf } from './momentum.ts'

const t = useApp()

async function aStudent(lessons = 8) {
  const person = await aPerson(t.deps.db)
  const course = await aCourse(t.deps.db, { modules: 1, lessons })
  await anEnrolment(t.deps.db, person.id, course.id)
  const ids = course.modulos.flatMap((modulo) => modulo.lecciones.map((lesson) => lesson.id))
  return { id: person.id, token: await t.tokenOf(person.id), course, lessons: ids }
}

const finished = (id_usuario: number, id_leccion = 0, daysAgo = 0) =>
  t.deps.db.insert(progreso_lecciones).values({
    id_usuario,
    id_leccion,
    completada_en: sql`now() - make_interval(days => ${daysAgo})`,
  })

const momentumFor = async (token: string): Promise<Momentum | null> =>
  (await t.call('GET', '/api/inicio', { token })).body.data.ritmo

describe('momentum in GET /api/inicio', () => {
  beforeEach(onOneDay)

  it('counts days with a finished lesson or a passed exam, and only those', async () => {
    const { db } = t.deps
    const { id, token, course, lessons } = await aStudent()
    expect(await momentumFor(token)).toMatchObject({ activo: true, meta: 3, racha: 0, puntos: 0, termina: null })
    await db.insert(progreso_lecciones).values({ id_usuario: id, id_leccion: lessons[5] ?? 0 })
    await db.insert(asistencias).values({ usuario_id: id, leccion_id: lessons[6] ?? 0 })
    expect((await momentumFor(token))?.racha, 'opening is not finishing').toBe(0)

    await finished(id, lessons[0], 2)
    await finished(id, lessons[1], 1)
    expect((await momentumFor(token))?.racha, 'today is not over').toBe(2)
    const exam = await anExam(db, { id_curso: course.id })
    await anAttempt(db, id, exam.id, { nota: 20 })
    const momentum = await momentumFor(token)
    expect(momentum?.racha).toBe(3)
    expect(momentum?.semana[momentum.hoy]).toBe(true)
    expect(momentum?.termina).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  it('adds up the points won this week', async () => {
    const { id, token } = await aStudent(1)
    await t.deps.db.transaction(async (tx) => {
      const long = new Date(Date.now() - 8 * 86_400_000).toISOString()
      await award(tx, { usuario: id, motivo: 'asistencia', clave: '1', detalle: 'x' })
      await award(tx, { usuario: id, motivo: 'asistencia', clave: '2', detalle: 'x', cuando: long })
    })
    expect((await momentumFor(token))?.puntos).toBe(10)
  })

  it('has the student’s own goal, and can be turned off', async () => {
    const { token } = await aStudent(1)
    expect((await t.call('GET', '/api/ritmo', { token })).body.data).toEqual({ activo: true, meta: 3 })
    expect((await t.call('PUT', '/api/ritmo', { token, body: { meta: 5 } })).body.data).toEqual({
      activo: true,
      meta: 5,
    })
    expect(await momentumFor(token)).toMatchObject({ meta: 5 })
    const off = await t.call('PUT', '/api/ritmo', { token, body: { activo: false } })
    expect(off.body.data).toEqual({ activo: false, meta: 5 })
    expect(await momentumFor(token)).toBeNull()
    const refused = await t.call('PUT', '/api/ritmo', { token, body: { meta: 8 } })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.meta).toEqual(['Elige de 1 a 7 días por semana.'])
  })
})

describe('momentumOf', () => {
  const course = { id: 1, remaining: 6 }
  const row = (...days: [dia: string, piezas?: number, id_curso?: number][]) => ({
    hoy: '2026-11-25',
    metas: null,
    puntos: 0,
    dias: days.map(([dia, piezas = 1, id_curso = 1]) => ({ dia, piezas, id_curso })),
  })

  it('shows the week from Monday', () => {
    const momentum = momentumOf(row(['2026-11-24'], ['2026-11-23'], ['2026-11-22']), null)
    expect(momentum).toMatchObject({ hoy: 2, racha: 3, semana: [true, true, false, false, false, false, false] })
  })

  it('ends a streak after a whole day without a piece', () => {
    expect(momentumOf(row(['2026-11-23'], ['2026-11-22']), null)?.racha).toBe(0)
    expect(momentumOf(row(['2026-11-25'], ['2026-11-23']), null)?.racha).toBe(1)
  })

  it('expects the end at the pace of this course in four weeks', () => {
    // Four pieces in fifteen days: six more take 22.5.
    expect(momentumOf(row(['2026-11-25', 1], ['2026-11-11', 3]), course)?.termina).toBe('2026-12-18')
    // A first good day is no pace of a day.
    expect(momentumOf(row(['2026-11-25', 3]), course)?.termina).toBe('2026-12-09')
    expect(momentumOf(row(['2026-11-25', 1]), course)?.termina, 'one piece').toBeNull()
    expect(momentumOf(row(['2026-10-20', 9]), course)?.termina, 'long ago').toBeNull()
    expect(momentumOf(row(['2026-11-25', 9, 2]), course)?.termina, 'another course').toBeNull()
    expect(momentumOf(row(['2026-11-25', 9]), { id: 1, remaining: 0 })?.termina).toBeNull()
  })
})
