import { beforeEach, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

let lesson: number
let student: { id: number; token: string }
let teacher: string

beforeEach(async () => {
  const [person, staff] = [await aPerson(t.deps.db), await aPerson(t.deps.db, { tipo_cliente: 'Docente' })]
  const course = await aCourse(t.deps.db, { teacher: staff.id })
  lesson = course.modulos[0]?.lecciones[0]?.id ?? 0
  await anEnrolment(t.deps.db, person.id, course.id)
  student = { id: person.id, token: await t.tokenOf(person.id) }
  teacher = await t.tokenOf(staff.id)
})

async function aClass(minutes: number, orden = 1): Promise<string> {
  const [made] = await t.database.sql`INSERT INTO sesiones (id_leccion, nombre, inicio, enlace, orden)
    VALUES (${lesson}, 'Taller en vivo', now() + make_interval(mins => ${minutes}::int), 'https://meet.example.com/a', ${orden}::int) RETURNING id`
  return `/api/gestion/sesiones/${made?.id}`
}
const attend = (what: 'iniciar' | 'cerrar') =>
  t.call('POST', `/api/asistencia/${what}`, { token: student.token, body: { leccion_id: lesson } })
const mark = (to: string, estado: string, antes: object = { id_asistencia: null, estado: 'no' }) =>
  t.call('PUT', `${to}/asistencias/${student.id}`, { token: teacher, body: { estado, antes } })
const markAll = (to: string) => t.call('POST', `${to}/asistencias`, { token: teacher })
const counted = async () => {
  const [row] = await t.database
    .sql`SELECT (SELECT count(*)::int FROM puntos WHERE id_usuario = ${student.id}) AS puntos,
    (SELECT count(*)::int FROM asistencias WHERE usuario_id = ${student.id}) AS asistencias`
  return row
}

it('no one attends a class before it begins: neither students nor staff, one by one or all', async () => {
  const to = await aClass(16)
  for (const early of [await attend('iniciar'), await attend('cerrar'), await mark(to, 'cerrada'), await markAll(to)])
    expect(early).toMatchObject({
      status: 409,
      body: {
        code: 'CLASE_SIN_EMPEZAR',
        mensaje: expect.stringMatching(
          /^Esta clase todavía no empieza: la asistencia se registra desde el \d+ \w+ \d+, \d\d:\d\d\.$/,
        ),
      },
    })
  expect(await counted()).toEqual({ puntos: 0, asistencias: 0 })
})

it('from 15 minutes before it is taken, and a lesson without a class at any time', async () => {
  expect((await attend('iniciar')).status).toBe(201)
  const to = await aClass(14)
  expect((await attend('cerrar')).status).toBe(200)
  expect((await markAll(to)).status).toBe(200)
  expect(await counted()).toEqual({ puntos: 1, asistencias: 1 })
})

it('after the first class of a lesson its students register, and the later class still waits', async () => {
  const [first, later] = [await aClass(-60), await aClass(60 * 24, 2)]
  expect((await attend('iniciar')).status).toBe(201)
  const arrived = { id_asistencia: (await attend('iniciar')).body.data.id, estado: 'abierta' }
  expect((await mark(later, 'cerrada', arrived)).body.code).toBe('CLASE_SIN_EMPEZAR')
  expect((await mark(first, 'cerrada', arrived)).status).toBe(200)
  // What stands is taken back in any of them.
  expect((await mark(later, 'no', { ...arrived, estado: 'cerrada' })).status).toBe(200)
  expect(await counted()).toEqual({ puntos: 0, asistencias: 0 })
})

it('an arrival of before the class was moved earns nothing when the lesson is completed before it', async () => {
  await attend('iniciar')
  await aClass(60 * 24)
  expect((await t.call('POST', `/api/lecciones/${lesson}/completar`, { token: student.token })).status).toBe(200)
  expect(await counted()).toEqual({ puntos: 0, asistencias: 1 })
})

it('a class that is cancelled opens nothing and holds nothing back', async () => {
  await aClass(60 * 24)
  await t.database.sql`UPDATE sesiones SET cancelada_en = now() WHERE id_leccion = ${lesson}`
  expect((await attend('iniciar')).status).toBe(201)
})
