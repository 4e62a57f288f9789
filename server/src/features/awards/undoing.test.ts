import { beforeAll, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { aStudentWithExam, sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'
import { curso_docentes } from '../catalogue/catalogue.tables.ts'
import { POINT_REASONS } from './awards.tables.ts'
import { lockClosing } from './awards.ts'
import { closeMonths, notifyWinners } from './closing.ts'

const t = useApp()
const { act, buy, referral, scene, settle } = shopping(t)

let admin: string

beforeAll(async () => {
  admin = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
})

type Reason = (typeof POINT_REASONS)[number]

const sumOf = async (id: number, motivo: Reason): Promise<number> => {
  const [row] = await t.database.sql<{ suma: number }[]>`
    SELECT coalesce(sum(puntos), 0)::int AS suma FROM puntos WHERE id_usuario = ${id} AND motivo = ${motivo}`
  return row?.suma ?? 0
}
const monthOf = async (id: number): Promise<number> =>
  (await t.call('GET', '/api/ranking/mio', { token: await t.tokenOf(id) })).body.data.puntos

async function aTeacherOf(course: number): Promise<string> {
  const teacher = await aPerson(t.deps.db, { tipo_cliente: 'Docente' })
  await t.deps.db.insert(curso_docentes).values({ id_curso: course, id_usuario: teacher.id })
  return t.tokenOf(teacher.id)
}

/** What was done: its student and points, how it is undone, and, where that can be, done again. */
type UndoableEvent = { usuario: number; puntos: number; undo: () => Promise<unknown>; again?: () => Promise<unknown> }

async function aLesson(): Promise<UndoableEvent> {
  const student = await aPerson(t.deps.db)
  const course = await aCourse(t.deps.db)
  await anEnrolment(t.deps.db, student.id, course.id)
  const [token, teacher] = [await t.tokenOf(student.id), await aTeacherOf(course.id)]
  const lesson = course.modulos[0]?.lecciones[0]?.id
  const attend = async (): Promise<number> => {
    const body = { leccion_id: lesson }
    const started = await t.call('POST', '/api/asistencia/iniciar', { token, body })
    await t.call('POST', '/api/asistencia/cerrar', { token, body })
    return started.body.data.id
  }
  const id = await attend()
  const undo = () => t.call('DELETE', `/api/asistencias/${id}`, { token: teacher })
  return { usuario: student.id, puntos: 10, undo, again: attend }
}

async function aPassedExam() {
  const made = await aStudentWithExam(t, { intentos: 3 })
  const { certificado } = await sit(t, made.exam, made.token)
  const change = (what: 'revocar' | 'restaurar', code: string) =>
    t.call('POST', `/api/certificados/${code}/${what}`, { token: admin, body: { motivo: 'Copió el examen.' } })
  const codes = await t.database.sql<{ codigo: string }[]>`
    SELECT codigo_certificado AS codigo FROM certificados WHERE id_usuario = ${made.student.id}`
  const revoke = async () => {
    for (const { codigo } of codes) await change('revocar', codigo)
  }
  const restore = async () => {
    for (const { codigo } of codes) await change('restaurar', codigo)
  }
  return { ...made, certificado, revoke, restore, certificates: codes.length }
}

async function aCorrectedExam(): Promise<UndoableEvent> {
  const { student, course, revoke } = await aPassedExam()
  const teacher = await aTeacherOf(course.id)
  const answersNow = () =>
    t.database.sql<{ id: number; puntos: number; version: number }[]>`
      SELECT r.id, r.puntos::float AS puntos, r.version FROM respuestas r JOIN intentos_evaluacion i ON i.id = r.id_intento
      JOIN detalle_evaluacion d ON d.id = i.id_detalle WHERE d.id_alumno = ${student.id} ORDER BY r.id`
  const given = await answersNow()
  const correct = async (puntos?: number) => {
    for (const [at, { id, version }] of (await answersNow()).entries()) {
      const body = { puntos: puntos ?? given[at]?.puntos, version, motivo: 'Copió el examen.' }
      await t.call('PUT', `/api/gestion/calificaciones/${id}/correccion`, { token: teacher, body })
    }
  }
  const undo = async () => {
    await revoke()
    await correct(0)
  }
  return { usuario: student.id, puntos: 100, undo, again: () => correct() }
}

async function aCertificate(): Promise<UndoableEvent> {
  const { student, revoke, restore, certificates } = await aPassedExam()
  return { usuario: student.id, puntos: 50 * certificates, undo: revoke, again: restore }
}

async function aPost(): Promise<UndoableEvent> {
  const student = await aPerson(t.deps.db)
  const token = await t.tokenOf(student.id)
  const forum = { titulo: 'Hola', contenido: '<p>Hola</p>', tipo_foro: 'general' }
  const { id } = (await t.call('POST', '/api/foros', { token, body: forum })).body.data
  const body = { id_foro: id, contenido: `<p>${Math.random()}</p>` }
  const post = (await t.call('POST', '/api/posts-foro', { token, body })).body.data.id
  return { usuario: student.id, puntos: 5, undo: () => t.call('DELETE', `/api/posts-foro/${post}`, { token: admin }) }
}

async function anInvitation(): Promise<UndoableEvent> {
  const { owner, codigo } = await referral(10)
  const { token, ids } = await scene()
  const { orden } = (await buy(token, ids, { codigo })).body
  const pay = async (action: string) => {
    await act(orden, action)
    await settle()
  }
  await pay('aprobar')
  return { usuario: owner.id, puntos: 100, undo: () => pay('reembolsar') }
}

const EVENTS: Record<Reason, () => Promise<UndoableEvent>> = {
  asistencia: aLesson,
  examen: aCorrectedExam,
  certificado: aCertificate,
  foro: aPost,
  referido: anInvitation,
}

describe('points for an event', () => {
  it.each(POINT_REASONS)('go when it is undone, once, and return with it: %s', async (motivo) => {
    const { usuario, puntos, undo, again } = await EVENTS[motivo]()
    expect(await sumOf(usuario, motivo)).toBe(puntos)
    await undo()
    await undo()
    expect(await sumOf(usuario, motivo)).toBe(0)
    if (!again) return
    await again()
    await again()
    expect(await sumOf(usuario, motivo)).toBe(puntos)
  })

  it('count in one month for ever: undone and done again after its closing, not in the next', async () => {
    const { usuario, undo, again } = await aLesson()
    await t.database.sql`UPDATE puntos SET mes = '2025-02-01', creado_en = '2025-02-10' WHERE id_usuario = ${usuario}`
    await t.database.sql`UPDATE puntos_mes SET mes = '2025-02-01' WHERE id_usuario = ${usuario}`
    await closeMonths(t.deps.db, notifyWinners, '2025-03-02')
    await undo()
    await again?.()
    expect(await monthOf(usuario)).toBe(0)
    const then = await t.call('GET', '/api/ranking/mio?mes=2025-02', { token: await t.tokenOf(usuario) })
    expect(then.body.data.puntos).toBe(10)
    expect(await sumOf(usuario, 'asistencia')).toBe(10)
  })

  it('of a course bought, given back and bought again after the closing stay in their month', async () => {
    const { person, token, ids } = await scene()
    const order = async () => {
      const { orden } = (await buy(token, ids)).body
      await act(orden, 'aprobar')
      await settle()
      return orden as string
    }
    const first = await order()
    const [lesson] = await t.database.sql<
      { id: number }[]
    >`SELECT l.id FROM lecciones l JOIN modulos m ON m.id = l.id_modulo
      WHERE m.id_curso = ${ids[0] ?? 0}`
    for (const step of ['iniciar', 'cerrar'])
      await t.call('POST', `/api/asistencia/${step}`, { token, body: { leccion_id: lesson?.id } })
    expect(await monthOf(person.id)).toBe(10)
    await t.database.sql`UPDATE puntos SET mes = '2024-02-01' WHERE id_usuario = ${person.id}`
    await t.database.sql`UPDATE puntos_mes SET mes = '2024-02-01' WHERE id_usuario = ${person.id}`
    await closeMonths(t.deps.db, notifyWinners, '2024-03-02')
    await act(first, 'reembolsar')
    await settle()
    expect(await sumOf(person.id, 'asistencia')).toBe(0)
    await order()
    expect(await sumOf(person.id, 'asistencia')).toBe(10)
    expect(await monthOf(person.id)).toBe(0)
  })

  it('are given while months are being closed', async () => {
    const before = await aLesson()
    const posted = await t.deps.db.transaction(async (tx) => {
      await lockClosing(tx)
      return [await aLesson(), await aPost(), await before.undo()] as const
    })
    expect(await sumOf(posted[0].usuario, 'asistencia')).toBe(10)
    expect(await sumOf(posted[1].usuario, 'foro')).toBe(5)
    expect(await sumOf(before.usuario, 'asistencia')).toBe(0)
  })
})
