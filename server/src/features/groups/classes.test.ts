import { randomUUID } from 'node:crypto'
import ICAL from 'ical.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { changeEnrolment } from '../../../test/enrolments.ts'
import { aGroup } from '../../../test/groups.ts'
import { useApp } from '../../../test/harness.ts'
import { remindSessions } from '../notifications/reminders.ts'

const t = useApp()
const S = '/api/gestion/sesiones'

type Student = { id: number; token: string }
let teacher: { id: number; token: string }
let course: Awaited<ReturnType<typeof aCourse>>
let id_leccion: number
let groups: { saturday: number; sunday: number }
/** By the group that they are in. */
let students: { saturday: Student; sunday: Student; none: Student }

async function aStudent(id_grupo: number | null): Promise<Student> {
  const { id } = await aPerson(t.deps.db)
  await anEnrolment(t.deps.db, id, course.id, { id_grupo })
  return { id, token: await t.tokenOf(id) }
}

beforeEach(async () => {
  const { db } = t.deps
  const { id } = await aPerson(db, { roles: ['docente', 'marca'] })
  teacher = { id, token: await t.tokenOf(id) }
  course = await aCourse(db, { teacher: id, lessons: 2 })
  id_leccion = course.modulos[0]?.lecciones[0]?.id ?? 0
  const [saturday, sunday] = [await aGroup(db, course.id), await aGroup(db, course.id, { nombre: 'Domingos' })]
  groups = { saturday: saturday.id, sunday: sunday.id }
  students = {
    saturday: await aStudent(groups.saturday),
    sunday: await aStudent(groups.sunday),
    none: await aStudent(null),
  }
})

const CLASS = { nombre: 'Taller', fecha: '2099-03-07', hora_inicio: '19:30', duracion: 90 }
const enlace = 'https://meet.example.com/taller'

async function aClass(id_grupo: number | null, change: object = {}) {
  const body = { ...CLASS, enlace, id_leccion, id_grupo, envio: randomUUID(), ...change }
  const { status, body: said } = await t.call('POST', S, { token: teacher.token, body })
  if (status !== 200 && status !== 201) throw new Error(JSON.stringify(said))
  return said.data[0]
}
const change = (session: { id: number; version: number }, body: object) =>
  t.call('PUT', `${S}/${session.id}`, {
    token: teacher.token,
    body: { ...CLASS, enlace, id_leccion, avisar: false, version: session.version, ...body },
  })

const namesIn = (rows: { nombre: string }[]) => rows.map(({ nombre }) => nombre)
const get = async (url: string, { token }: { token: string }) => (await t.call('GET', url, { token })).body.data

/** Every place where a student reads of classes. */
const PLACES: [place: string, names: (student: Student) => Promise<string[]>][] = [
  ['the lesson', async (student) => namesIn((await get(`/api/lecciones/detallado/${id_leccion}`, student)).sesiones)],
  [
    'the classes of a period',
    async (student) =>
      namesIn(await get(`/api/sesiones/usuario/${student.id}?desde=2099-01-01&hasta=2099-12-31`, student)),
  ],
  [
    'the calendar',
    async (student) =>
      namesIn(await get(`/api/calendario/usuario/${student.id}?desde=2099-01-01&hasta=2099-12-31`, student)),
  ],
  ['the dashboard', async (student) => namesIn([(await get('/api/inicio', student)).proxima_sesion].filter(Boolean))],
]

describe('who has a class', () => {
  it.each(PLACES)('%s shows a student those of all and of the own group', async (_, names) => {
    await aClass(groups.saturday, { nombre: 'De los sábados' })
    expect([await names(students.saturday), await names(students.sunday), await names(students.none)]).toEqual([
      ['De los sábados'],
      [],
      [],
    ])
    await t.database.sql`UPDATE sesiones SET id_grupo = NULL`
    expect(await names(students.none)).toEqual(['De los sábados'])
  })

  it('the course tells the next class of the student; guests are told of what is for all', async () => {
    const next = async (student?: Student) =>
      (await t.call('GET', `/api/cursos/detallado/${course.id}`, student ? { token: student.token } : {})).body.data
        .proxima_clase
    await aClass(groups.sunday, { fecha: '2099-03-01' })
    await aClass(null, { fecha: '2099-03-09' })
    expect(String(await next(students.sunday))).toMatch(/^2099-03-02/)
    for (const one of [students.saturday, students.none, undefined])
      expect(String(await next(one))).toMatch(/^2099-03-10/)
  })

  it('staff of the course see all of them, and narrow the list to a group', async () => {
    const own = await aClass(groups.saturday, { nombre: 'De los sábados' })
    await aClass(groups.sunday, { nombre: 'De los domingos' })
    await aClass(null, { nombre: 'De todos' })
    expect(namesIn((await get(`/api/lecciones/detallado/${id_leccion}`, teacher)).sesiones)).toHaveLength(3)
    const list = (query: string) => get(`${S}?curso=${course.id}&${query}`, teacher)
    expect((await list('orden=inicio')).data).toMatchObject([
      { nombre: 'De los sábados', grupo: 'Sábados', alumnos: 1 },
      { nombre: 'De los domingos', grupo: 'Domingos', alumnos: 1 },
      { nombre: 'De todos', grupo: null, alumnos: 3 },
    ])
    expect((await list(`grupo=${groups.saturday}`)).data).toMatchObject([{ id: own.id }])
  })

  it('only a group of its course, that is open, has a class of its own', async () => {
    const foreign = await aGroup(t.deps.db, (await aCourse(t.deps.db)).id)
    const body = { ...CLASS, enlace, id_leccion, envio: randomUUID(), id_grupo: foreign.id }
    const made = await t.call('POST', S, { token: teacher.token, body })
    expect([made.status, made.body.errors]).toEqual([422, { id_grupo: ['Ese grupo es de otro curso.'] }])
    const session = await aClass(null)
    expect((await change(session, { id_grupo: foreign.id })).body.errors).toHaveProperty('id_grupo')
    await t.database.sql`UPDATE grupos SET cerrado_en = now() WHERE id = ${groups.sunday}`
    expect((await change(session, { id_grupo: groups.sunday })).body.errors).toEqual({
      id_grupo: ['Ese grupo está cerrado.'],
    })
    // What is not sent stays.
    const kept = await change(await aClass(groups.saturday), { duracion: 60 })
    expect(kept.body.data).toMatchObject({ id_grupo: groups.saturday, grupo: 'Sábados' })
  })
})

const titles = async ({ id }: Student) =>
  (await t.database.sql`SELECT mensaje FROM notificaciones WHERE id_usuario = ${id} ORDER BY id`).map(({ mensaje }) =>
    String(mensaje).split('\n').at(0),
  )

describe('what is told of a class of one group', () => {
  it('its change is told to the group; who loses it to another group reads it too', async () => {
    const session = await aClass(groups.saturday)
    const moved = await change(session, { fecha: '2099-03-14', avisar: true })
    expect(await titles(students.saturday)).toEqual(['Tu clase ahora es 14/03 19:30'])
    expect([await titles(students.sunday), await titles(students.none)]).toEqual([[], []])
    await change(moved.body.data, { fecha: '2099-03-14', id_grupo: groups.sunday, avisar: true })
    expect([await titles(students.sunday), await titles(students.none)]).toEqual([['Tu clase cambió'], []])
    expect(await titles(students.saturday)).toEqual(['Tu clase ahora es 14/03 19:30', 'Tu clase cambió'])
  })

  it('a series changes its group as one', async () => {
    await aClass(groups.saturday, { veces: 3 })
    const rows = await get(`${S}?curso=${course.id}&orden=inicio`, teacher)
    const [first, ...following] = rows.data as { id: number; version: number }[]
    if (!first) throw new Error('there is no class')
    const siguientes = following.map(({ id, version }) => ({ id, version }))
    expect((await change(first, { id_grupo: groups.sunday, siguientes, avisar: true })).status).toBe(200)
    expect((await get(`${S}?curso=${course.id}&grupo=${groups.sunday}`, teacher)).total).toBe(3)
    expect([await titles(students.saturday), await titles(students.sunday)]).toEqual([
      ['Tus clases cambiaron'],
      ['Tus clases cambiaron'],
    ])
  })

  it('the day before, its group is reminded', async () => {
    const { id } = await aClass(groups.saturday)
    await t.database.sql`UPDATE sesiones SET inicio = now() + interval '3 hours' WHERE id = ${id}`
    await remindSessions(t.deps.db)
    expect((await titles(students.saturday))[0]).toMatch(/^Tienes clase el /)
    expect([await titles(students.sunday), await titles(students.none)]).toEqual([[], []])
  })
})

describe('attendance of a class of one group', () => {
  it('opens with the own class, and its list is the group', async () => {
    const [begun, ahead] = [await aClass(groups.saturday), await aClass(groups.sunday)]
    await t.database.sql`UPDATE sesiones SET inicio = now() - interval '1 hour' WHERE id = ${begun.id}`
    const attend = ({ token }: Student) =>
      t.call('POST', '/api/asistencia/iniciar', { token, body: { leccion_id: id_leccion } })
    expect((await attend(students.saturday)).status).toBe(201)
    expect((await attend(students.sunday)).body.code).toBe('CLASE_SIN_EMPEZAR')
    expect(await get(`${S}/${begun.id}/asistencia`, teacher)).toMatchObject({ grupo: 'Sábados', alumnos: 1, clases: 1 })
    const listed = await get(`${S}/${begun.id}/asistencias`, teacher)
    expect(listed.data.map(({ id_usuario }: { id_usuario: number }) => id_usuario)).toEqual([students.saturday.id])
    const all = await t.call('POST', `${S}/${begun.id}/asistencias`, { token: teacher.token, body: {} })
    expect(all.body.data.marcas).toHaveLength(1)
    const stranger = await t.call('PUT', `${S}/${begun.id}/asistencias/${students.sunday.id}`, {
      token: teacher.token,
      body: { estado: 'cerrada', antes: { id_asistencia: null, estado: 'no' } },
    })
    expect(stranger.status).toBe(404)
    expect((await get(`${S}/${ahead.id}/asistencia`, teacher)).alumnos).toBe(1)
  })
})

type Event = { name: string; sequence: number; status: string | null; text: string }

async function feedOf({ token }: Student): Promise<Map<string, Event>> {
  const { url } = await get('/api/calendario/suscripcion', { token })
  const { raw } = await t.call('GET', new URL(url).pathname)
  const events = new ICAL.Component(ICAL.parse(raw.toString())).getAllSubcomponents('vevent')
  return new Map(
    events.map((one) => [
      String(one.getFirstPropertyValue('summary')).split(' · ')[0] ?? '',
      {
        name: String(one.getFirstPropertyValue('summary')),
        sequence: Number(one.getFirstPropertyValue('sequence')),
        status: (one.getFirstPropertyValue('status') as string | null) ?? null,
        text: one.toString(),
      },
    ]),
  )
}

describe('the calendar of who changes groups', () => {
  const soon = (id: number) => t.database.sql`UPDATE sesiones SET inicio = now() + interval '20 days' WHERE id = ${id}`
  const moveTo = (student: Student, id_grupo: number | null) =>
    changeEnrolment(t, teacher.token, { usuario: student.id, curso: course.id }, { accion: 'grupo', id_grupo })

  it('cancels the classes that are left behind, without their link, and has them again on return', async () => {
    for (const [nombre, id_grupo] of [
      ['Sábado', groups.saturday],
      ['Domingo', groups.sunday],
      ['Todos', null],
    ] as const)
      await soon((await aClass(id_grupo, { nombre })).id)
    const before = await feedOf(students.saturday)
    expect([...before.keys()].sort()).toEqual(['Sábado', 'Todos'])
    expect(before.get('Sábado')).toMatchObject({ status: null, text: expect.stringContaining(enlace) })
    await moveTo(students.saturday, groups.sunday)
    const after = await feedOf(students.saturday)
    expect([...after.keys()].sort()).toEqual(['Domingo', 'Sábado', 'Todos'])
    expect(after.get('Sábado')).toMatchObject({ status: 'CANCELLED', text: expect.not.stringContaining(enlace) })
    expect(after.get('Sábado')?.sequence).toBeGreaterThan(before.get('Sábado')?.sequence ?? 0)
    expect([after.get('Domingo')?.status, after.get('Todos')?.status]).toEqual([null, null])
    // It is not in the campus's own calendar.
    const own = await get(
      `/api/calendario/usuario/${students.saturday.id}?desde=2026-01-01&hasta=2027-01-30`,
      students.saturday,
    )
    expect(namesIn(own)).not.toContain('Sábado')
    await moveTo(students.saturday, groups.saturday)
    const again = await feedOf(students.saturday)
    expect(again.get('Sábado')).toMatchObject({ status: null })
    expect(again.get('Sábado')?.sequence).toBeGreaterThan(after.get('Sábado')?.sequence ?? 0)
    expect(again.get('Domingo')?.status).toBe('CANCELLED')
  })

  it('cancels a class that is given to another group, and never names one that was not theirs', async () => {
    const session = await aClass(null, { nombre: 'Taller' })
    await soon(session.id)
    await soon((await aClass(groups.sunday, { nombre: 'Domingo' })).id)
    expect([...(await feedOf(students.saturday)).keys()]).toEqual(['Taller'])
    await change(session, { id_grupo: groups.sunday })
    await soon(session.id)
    for (const student of [students.saturday, students.none])
      expect([...(await feedOf(student)).values()]).toMatchObject([{ status: 'CANCELLED' }])
    expect((await feedOf(students.sunday)).get('Taller')?.status).toBeNull()
    await t.database.sql`UPDATE sesiones SET grupo_cambiado_en = now() - interval '31 days' WHERE id = ${session.id}`
    expect((await feedOf(students.none)).size).toBe(0)
  })

  it('one class as a file is for who has it', async () => {
    const { id } = await aClass(groups.saturday)
    const file = async ({ token }: Student) => (await t.call('GET', `/api/calendario/sesion/${id}`, { token })).status
    expect([await file(students.saturday), await file(students.sunday), await file(students.none)]).toEqual([
      ...[200, 404, 404],
    ])
  })
})
