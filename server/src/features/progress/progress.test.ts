import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCourse, anAttempt, anEnrolment, anExam, aPerson, limaDay, REVOKED } from '../../../test/builders.ts'
import { aStudentWithExam, expire, sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { aStudy, CHANGES } from '../../../test/models.progress.ts'
import { lecciones, modulos } from '../catalogue/catalogue.tables.ts'
import { certificados } from '../certificates/certificates.tables.ts'
import { newCode } from '../certificates/certificates.ts'
import { asistencias, progreso_lecciones } from '../learning/learning.tables.ts'
import { avances_cambios } from './progress.tables.ts'
import { findWrongProgress, updateProgress } from './progress.ts'

const t = useApp()

/** Two modules of two lessons and an exam each, and a final exam: `1.1 1.2 E1 2.1 2.2 E2 F`. */
async function aJourney(withExams = true) {
  const { db } = t.deps
  const { id } = await aPerson(db)
  const course = await aCourse(db, { modules: 2, lessons: 2 })
  await anEnrolment(db, id, course.id)
  const pieces = new Map<string, { tipo: 'leccion' | 'examen'; id: number; id_modulo: number | null }>()
  for (const [m, module] of course.modulos.entries()) {
    for (const [l, lesson] of module.lecciones.entries())
      pieces.set(`${m + 1}.${l + 1}`, { tipo: 'leccion', id: lesson.id, id_modulo: module.id })
    if (!withExams) continue
    const exam = await anExam(db, { id_curso: course.id, id_modulo: module.id })
    pieces.set(`E${m + 1}`, { tipo: 'examen', id: exam.id, id_modulo: module.id })
  }
  if (withExams) {
    const final = await anExam(db, { id_curso: course.id })
    pieces.set('F', { tipo: 'examen', id: final.id, id_modulo: null })
  }
  return { id, course, pieces, token: await t.tokenOf(id) }
}

type Journey = Awaited<ReturnType<typeof aJourney>>

const at = (minutesAgo: number) => sql`now() - make_interval(mins => ${minutesAgo})`
const called = ({ pieces }: Journey, name: string) => pieces.get(name) ?? { tipo: 'leccion', id: 0, id_modulo: null }

/** Finishes pieces one after the other; lessons alternate between the mark and the closed attendance. */
async function finish(journey: Journey, ...names: string[]) {
  const { db } = t.deps
  for (const [n, name] of names.entries()) {
    const { tipo, id } = called(journey, name)
    const when = at(names.length - n)
    const visit = { id_usuario: journey.id, id_leccion: id, completada_en: when }
    const attendance = { usuario_id: journey.id, leccion_id: id, fecha_asistencia: when, fecha_cierre: when }
    if (tipo === 'leccion' && n % 2 === 0) await db.insert(progreso_lecciones).values(visit)
    else if (tipo === 'leccion') await db.insert(asistencias).values(attendance)
    else {
      const attempt = await anAttempt(db, journey.id, id)
      await db.execute(sql`UPDATE intentos_evaluacion SET enviado_en = ${when} WHERE id = ${attempt.id}`)
    }
  }
}

async function placeOf({ course, token }: Pick<Journey, 'course' | 'token'>) {
  const { data } = (await t.call('GET', `/api/cursos/detallado/${course.id}`, { token })).body
  return data
}

/** Says a next piece by its name in the journey. */
function nameOf({ pieces }: Journey, next: { tipo: string; id_leccion?: number; id_evaluacion?: number } | null) {
  if (next === null) return null
  const id = next.id_leccion ?? next.id_evaluacion
  return [...pieces].find(([, piece]) => piece.tipo === next.tipo && piece.id === id)?.[0]
}

const certificate = ({ id, course }: Pick<Journey, 'id' | 'course'>, more: object = {}) =>
  t.deps.db.insert(certificados).values({
    ...{ id_usuario: id, id_curso: course.id, codigo_certificado: newCode(), alumno: 'A', curso: 'C', nota: 90 },
    ...{ horas: 4, fecha_inicio: limaDay(), fecha_fin: limaDay(), ...more },
  })

describe('the place of a student in a course', () => {
  it.each([
    { done: [], next: '1.1', percent: 0, state: 'sin_empezar' },
    { done: ['1.1'], next: '1.2', percent: 14, state: 'en_curso' },
    { done: ['1.1', '1.2'], next: 'E1', percent: 28, state: 'en_curso' },
    { done: ['1.1', '1.2', 'E1'], next: '2.1', percent: 42, state: 'en_curso' },
    { done: ['1.1', '1.2', '2.1'], next: '2.2', percent: 42, state: 'en_curso' },
    { done: ['2.1', '1.1', '1.2'], next: 'E1', percent: 42, state: 'en_curso' },
    { done: ['2.1'], next: '2.2', percent: 14, state: 'en_curso' },
    { done: ['2.2', '1.1'], next: '1.2', percent: 28, state: 'en_curso' },
    { done: ['1.1', '2.2'], next: '1.2', percent: 28, state: 'en_curso' },
    { done: ['E1'], next: '1.1', percent: 14, state: 'en_curso' },
    { done: ['1.1', 'E1'], next: '1.2', percent: 28, state: 'en_curso' },
    { done: ['1.2', 'E1'], next: '1.1', percent: 28, state: 'en_curso' },
    { done: ['2.1', 'E2'], next: '2.2', percent: 28, state: 'en_curso' },
    { done: ['2.2', '2.1'], next: '1.1', percent: 28, state: 'en_curso' },
    { done: ['2.1', '2.2'], next: '1.1', percent: 28, state: 'en_curso' },
    { done: ['1.1', '2.1', '2.2', 'E2'], next: '1.2', percent: 57, state: 'en_curso' },
    { done: ['2.2', 'E2'], next: '1.1', percent: 28, state: 'en_curso' },
    { done: ['2.2', 'F'], next: '1.1', percent: 28, state: 'en_curso' },
    { done: ['1.1', '1.2', '2.1', '2.2', 'E2'], next: 'E1', percent: 71, state: 'en_curso' },
    { done: ['1.1', '1.2', 'E1', '2.1', '2.2', 'F'], next: 'E2', percent: 85, state: 'en_curso' },
    { done: ['1.1', '1.2', '2.1', '2.2', 'E2', 'F'], next: 'E1', percent: 85, state: 'en_curso' },
    { done: ['1.1', '1.2', 'E1', '2.1', '2.2', 'E2', 'F'], next: null, percent: 100, state: 'en_curso' },
  ])('after $done continues at $next', async ({ done, next, percent, state }) => {
    const journey = await aJourney()
    await finish(journey, ...done)
    const place = await placeOf(journey)
    expect(nameOf(journey, place.siguiente)).toBe(next)
    expect(place.progreso).toEqual({
      lecciones: 4,
      completadas: done.filter((name) => name.includes('.')).length,
      examenes: 3,
      aprobados: done.filter((name) => !name.includes('.')).length,
      porcentaje: percent,
    })
    expect(place.estado_avance).toBe(state)
  })

  it('is finished with the certificate, or with every piece where the course gives none', async () => {
    const journey = await aJourney()
    await finish(journey, 'F')
    expect(await placeOf(journey)).toMatchObject({ estado_avance: 'en_curso', codigo_certificado: null })
    await certificate(journey)
    expect(await placeOf(journey)).toMatchObject({
      estado_avance: 'terminado',
      codigo_certificado: expect.any(String),
      progreso: { porcentaje: 14 },
    })
    await t.deps.db.update(certificados).set(REVOKED).where(sql`id_usuario = ${journey.id}`)
    expect(await placeOf(journey)).toMatchObject({ estado_avance: 'en_curso', codigo_certificado: null })

    const plain = await aJourney(false)
    await finish(plain, '1.1', '1.2', '2.1')
    expect(await placeOf(plain)).toMatchObject({ estado_avance: 'en_curso', progreso: { porcentaje: 75 } })
    await finish(plain, '2.2')
    expect(await placeOf(plain)).toMatchObject({ estado_avance: 'terminado', siguiente: null })
  })

  it('leaves out withdrawn pieces and exams that no one can pass', async () => {
    const { db } = t.deps
    const journey = await aJourney(false)
    const [first, second] = journey.course.modulos
    await anExam(db, { id_curso: journey.course.id, id_modulo: first?.id, estado: 0 })
    await anExam(db, { id_curso: journey.course.id, id_modulo: first?.id, values: [] })
    await anExam(db, { id_curso: journey.course.id, id_modulo: first?.id, modelo: 2 })
    await anExam(db, { id_curso: journey.course.id, id_modulo: second?.id })
    await db
      .update(lecciones)
      .set({ activo: false })
      .where(sql`id = ${called(journey, '1.2').id}`)
    await db.update(modulos).set({ activo: false }).where(sql`id = ${second?.id}`)
    expect((await placeOf(journey)).progreso).toMatchObject({ lecciones: 1, examenes: 0 })
    await finish(journey, '1.1')
    expect(await placeOf(journey)).toMatchObject({ siguiente: null, progreso: { porcentaje: 100 } })
  })

  it('passes over an exam that cannot be taken now, while something else is left', async () => {
    const { db } = t.deps
    const journey = await aJourney()
    await finish(journey, '1.1', '1.2')
    const exam = called(journey, 'E1').id
    const next = async () => nameOf(journey, (await placeOf(journey)).siguiente)
    await anAttempt(db, journey.id, exam, { nota: 2 })
    expect(await next(), 'one of two attempts is left').toBe('E1')
    await anAttempt(db, journey.id, exam, { nota: 3 })
    expect(await next(), 'no attempts left').toBe('2.1')
    await db.execute(sql`UPDATE detalle_evaluacion SET intentos_extra = 1 WHERE id_evaluacion = ${exam}`)
    await anAttempt(db, journey.id, exam, { estado: 'abierto' })
    expect(await next(), 'the last attempt is under way').toBe('E1')
    await finish(journey, '2.1', '2.2', 'E2', 'F')
    await db.execute(
      sql`UPDATE intentos_evaluacion SET estado = 'pendiente', enviado_en = now() WHERE estado = 'abierto'`,
    )
    expect(await next(), 'nothing else is left').toBe('E1')
  })

  it('is not changed by opening a lesson, its video or an exam', async () => {
    const journey = await aJourney()
    await finish(journey, '1.1')
    const before = await placeOf(journey)
    const { token } = journey
    await t.call('GET', `/api/lecciones/detallado/${called(journey, '2.2').id}`, { token })
    await t.call('PUT', `/api/progreso/leccion/${called(journey, '2.1').id}`, { token, body: { segundo: 40 } })
    await t.call('POST', '/api/detalle-evaluacion', { token, body: { id_evaluacion: called(journey, 'F').id } })
    expect(await placeOf(journey)).toEqual(before)
    await t.call('PUT', `/api/progreso/leccion/${called(journey, '1.2').id}`, { token, body: { segundo: 75 } })
    expect((await placeOf(journey)).siguiente).toMatchObject({ titulo: 'Lección 1.2', modulo: 'Módulo 1', segundo: 75 })
  })

  it('is the same on every answer that names the course', async () => {
    const journey = await aJourney()
    await finish(journey, '1.1', '1.2')
    const { token, id, course } = journey
    const { siguiente, progreso, estado_avance } = await placeOf(journey)
    expect(siguiente).toEqual({
      tipo: 'examen',
      id_curso: course.id,
      id_modulo: course.modulos[0]?.id,
      id_evaluacion: called(journey, 'E1').id,
      titulo: 'Examen de prueba',
      modulo: 'Módulo 1',
    })
    const inicio = (await t.call('GET', '/api/inicio', { token })).body.data
    expect(inicio.siguiente).toEqual(siguiente)
    const answers = [inicio.cursos]
    for (const url of [`/api/matriculas/usuario/${id}`, `/api/cursos/usuario/${id}`, '/api/certificados/cursos'])
      answers.push((await t.call('GET', url, { token })).body.data)
    for (const [row] of answers) expect(row).toMatchObject({ siguiente, progreso, estado_avance })
    const [first] = course.modulos
    const outline = (await t.call('GET', `/api/modulos/curso/${course.id}`, { token })).body.data
    const module = (await t.call('GET', `/api/modulos/${first?.id}`, { token })).body.data
    for (const row of [...outline, module]) expect(row.curso).toEqual({ siguiente, estado_avance })
    const guest = (await t.call('GET', `/api/modulos/curso/${course.id}`)).body.data
    expect(guest.map((row: { curso: unknown }) => row.curso)).toEqual([null, null])
  })
})

describe('courses of a student', () => {
  it('come in order of last activity, then the newest; finished ones last', async () => {
    const { db } = t.deps
    const { id, token, course: old, pieces } = await aJourney()
    const [fresh, bought, finished] = [await aCourse(db), await aCourse(db), await aCourse(db)]
    for (const [n, course] of [fresh, bought, finished].entries())
      await anEnrolment(db, id, course.id, { fecha_matricula: new Date(Date.now() + n * 60_000).toISOString() })
    const lesson = (course: typeof fresh) => course.modulos[0]?.lecciones[0]?.id ?? 0
    const attended = (leccion_id: number, minutes: number) =>
      db.insert(asistencias).values({ usuario_id: id, leccion_id, fecha_asistencia: at(minutes) })
    await attended(pieces.get('1.1')?.id ?? 0, 10)
    await attended(lesson(fresh), 60)
    await attended(lesson(finished), 1)
    await certificate({ id, course: finished })
    await t.call('GET', `/api/lecciones/detallado/${lesson(bought)}`, { token })
    const order = [old.id, fresh.id, bought.id, finished.id]
    const { data } = (await t.call('GET', `/api/matriculas/usuario/${id}`, { token })).body
    expect(data.map((row: { curso: { id: number } }) => row.curso.id)).toEqual(order)
    const { siguiente, cursos } = (await t.call('GET', '/api/inicio', { token })).body.data
    expect(cursos.map((row: { curso: { id: number } }) => row.curso.id)).toEqual(order)
    expect(siguiente).toMatchObject({ id_curso: old.id, titulo: 'Lección 1.1' })
    const mine = (await t.call('GET', `/api/cursos/usuario/${id}`, { token })).body.data
    expect(mine.map((row: { id: number }) => row.id)).toEqual(order)
  })

  it('have nothing to go on with once all are finished', async () => {
    const journey = await aJourney()
    await certificate(journey)
    const { siguiente, cursos } = (await t.call('GET', '/api/inicio', { token: journey.token })).body.data
    expect(siguiente).toBeNull()
    expect(cursos[0].siguiente, 'its lessons can still be read').toMatchObject({ titulo: 'Lección 1.1' })
  })
})

describe('an exam under way', () => {
  it('is told by the dashboard, its course and its module, with its end', async () => {
    const { exam, token, course, detail } = await aStudentWithExam(t, { modules: 2, nombre: 'Examen de luz' })
    const open = async () => {
      const inicio = (await t.call('GET', '/api/inicio', { token })).body.data.intento_abierto
      const whole = (await t.call('GET', `/api/cursos/detallado/${course.id}`, { token })).body.data
      const modules = (await t.call('GET', `/api/modulos/curso/${course.id}`, { token })).body.data
      const module = (await t.call('GET', `/api/modulos/${course.modulos[0]?.id}`, { token })).body.data
      expect([whole.modulos[1].intento_abierto, modules[1].intento_abierto]).toEqual([null, null])
      const told = [inicio, whole.intento_abierto, whole.modulos[0].intento_abierto, modules[0].intento_abierto]
      const cards = whole.modulos[0].evaluaciones.map((card: { abierto: boolean }) => card.abierto)
      return { told: [...told, module.intento_abierto], cards }
    }
    expect(await open()).toEqual({ told: [null, null, null, null, null], cards: [false] })
    const { id_intento, limite } = (await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })).body
      .data
    const { told, cards } = await open()
    expect(cards).toEqual([true])
    for (const attempt of told)
      expect(attempt).toMatchObject({
        ...{
          id_evaluacion: exam.id,
          id_intento,
          nombre: 'Examen de luz',
          id_curso: course.id,
          id_modulo: exam.id_modulo,
        },
        ahora: expect.any(String),
      })
    expect(Date.parse(told[0].limite)).toBe(Date.parse(limite))
    await expire(t, detail, 1)
    expect((await open()).told).toEqual([null, null, null, null, null])
  })

  it('is gone once sent, is not another student’s, and is no survey', async () => {
    const { exam, token, course } = await aStudentWithExam(t)
    await sit(t, exam, token)
    const told = async (of: string) => (await t.call('GET', '/api/inicio', { token: of })).body.data.intento_abierto
    expect(await told(token)).toBeNull()
    const other = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, other.id, course.id)
    const survey = await anExam(t.deps.db, { id_curso: course.id, modelo: 2 })
    await anAttempt(t.deps.db, other.id, survey.id, { estado: 'abierto' })
    expect(await told(await t.tokenOf(other.id))).toBeNull()
    const ended = await aStudentWithExam(t)
    await anAttempt(t.deps.db, ended.student.id, ended.exam.id, { estado: 'abierto' })
    expect(await told(ended.token)).toMatchObject({ id_evaluacion: ended.exam.id })
    await t.deps.db.execute(
      sql`UPDATE matriculas SET estado = 'suspendida', suspendida_por = 'personal' WHERE id_usuario = ${ended.student.id}`,
    )
    expect(await told(ended.token), 'without the enrolment there is no way back').toBeNull()
  })
})

describe('the stored progress', () => {
  const told = async ({ id, course }: Pick<Journey, 'id' | 'course'>) =>
    t.deps.db.execute(sql`SELECT * FROM avances WHERE id_usuario = ${id} AND id_curso = ${course.id}`)
  const ofStudent = (id: number) => sql`SELECT id_usuario, id_curso FROM matriculas WHERE id_usuario = ${id}`

  /** Before the change, so that it changes something. */
  const FIRST: Record<string, string[]> = {
    'the mark of a lesson is taken back': ['a lesson is done'],
    'an attendance closes': ['an attendance opens'],
    'an attendance is removed': ['an attendance opens'],
    'the time of an attempt ends': ['an attempt opens'],
    'attempts wait for a teacher': ['an exam is failed'],
    'attempts are graded otherwise': ['an exam is failed'],
    'more attempts are given': ['an exam is failed'],
    'a certificate is revoked': ['a course is certified'],
    'a certificate is given back': ['a course is certified', 'a certificate is revoked'],
  }

  it.each(Object.keys(CHANGES))('is behind when %s, and right once it is read', async (name) => {
    const { db } = t.deps
    const study = { ...(await aStudy(t)), t }
    const { id } = study.student
    for (const before of FIRST[name] ?? [])
      await (before === 'a course is certified'
        ? certificate({ id, course: study.course })
        : CHANGES[before]?.(study, 1))
    await updateProgress(db, ofStudent(id))
    expect(await updateProgress(db, ofStudent(id)), 'it holds').toBe(false)
    await CHANGES[name]?.(study, 1)
    expect(await updateProgress(db, ofStudent(id)), 'it is behind').toBe(true)
    expect(await findWrongProgress(db)).toEqual([])
  })

  it('holds until a window opens or shuts, and no longer', async () => {
    const { db } = t.deps
    const { id, token, course, pieces } = await aJourney()
    const exam = pieces.get('E1')?.id ?? 0
    await db.execute(
      sql`UPDATE evaluaciones SET fecha_apertura = '2099-01-02', fecha_cierre = '2099-02-03' WHERE id = ${exam}`,
    )
    await placeOf({ course, token })
    expect((await told({ id, course })).rows[0]?.vale_hasta).toBe('2099-01-02 00:00:00+00')
    await db.execute(sql`UPDATE avances SET vale_hasta = now(), porcentaje = 99 WHERE id_usuario = ${id}`)
    expect((await placeOf({ course, token })).progreso.porcentaje).toBe(0)
  })

  it('is written once for two who read it while it changes', async () => {
    const { id, token, course, pieces } = await aJourney(false)
    const lessons = [...pieces.values()].map((piece) => piece.id)
    for (const lesson of lessons) {
      const reads = Array.from({ length: 4 }, () => placeOf({ course, token }))
      await Promise.all([t.call('POST', `/api/lecciones/${lesson}/completar`, { token }), ...reads])
      expect(await findWrongProgress(t.deps.db)).toEqual([])
    }
    expect((await placeOf({ course, token })).progreso.porcentaje).toBe(100)
    expect((await told({ id, course })).rows).toHaveLength(1)
  })

  it('is reviewed every night: what no one read is computed, and what differs is reported, not repaired', async () => {
    const { db, jobs } = t.deps
    const review = async () => {
      await jobs.send(db, 'revisar-avances', {})
      await jobs.drain()
    }
    const journey = await aJourney()
    await finish(journey, '1.1')
    const [id_usuario, id_curso, gone] = [journey.id, journey.course.id, 2 ** 40]
    await db.insert(avances_cambios).values([
      { id_usuario, id_curso: gone },
      { id_usuario: gone, id_curso },
    ])
    await review()
    expect((await told(journey)).rows[0]).toMatchObject({ completadas: 1 })
    expect(await db.$count(avances_cambios)).toBe(0)
    await db.execute(sql`UPDATE avances SET porcentaje = 99 WHERE id_usuario = ${journey.id}`)
    await expect(review()).rejects.toThrow(`${journey.id} in course ${journey.course.id}`)
    expect((await told(journey)).rows[0]).toMatchObject({ porcentaje: 99 })
    await db.execute(sql`UPDATE avances SET porcentaje = 14 WHERE id_usuario = ${journey.id}`)
  })
})
