import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { readLetter } from '../../../test/letters.ts'
import { aMailbox } from '../../../test/long/mailbox.ts'
import { mailingAs } from '../../../test/mailing.ts'
import { changedMeanwhile } from '../../../test/waiting.ts'
import { sendPendingMails } from '../notifications/mails.ts'
import { remindSessions } from '../notifications/reminders.ts'

const t = useApp()
const G = '/api/gestion/sesiones'
let teacher: { id: number; token: string }
let student: { id: number; token: string }
let course: Awaited<ReturnType<typeof aCourse>>
let id_leccion: number

async function someone(tipo_cliente: 'Docente' | 'Alumno') {
  const { id } = await aPerson(t.deps.db, { tipo_cliente, nombres: 'Rosa', apellidos: 'Huamán' })
  return { id, token: await t.tokenOf(id) }
}

beforeAll(async () => {
  teacher = await someone('Docente')
})
beforeEach(async () => {
  course = await aCourse(t.deps.db, { teacher: teacher.id, lessons: 2 })
  id_leccion = course.modulos[0]?.lecciones[0]?.id ?? 0
  student = await someone('Alumno')
  await anEnrolment(t.deps.db, student.id, course.id)
})

const CLASS = {
  nombre: 'Taller en vivo',
  fecha: '2099-03-07',
  hora_inicio: '19:30',
  duracion: 90,
  enlace: 'https://meet.example.com/taller',
}
type Session = { id: number; version: number; fecha: string; hora_inicio: string; inicio: string; alumnos: number }

const send = (method: 'PUT' | 'POST', url: string, body: object, token = teacher.token) =>
  t.call(method, `${G}${url}`, { token, body })
const list = async (query = '', token = teacher.token) =>
  (await t.call('GET', `${G}?curso=${course.id}${query}`, { token })).body.data
async function aClass(change: object = {}): Promise<Session> {
  const answer = await send('POST', '', { ...CLASS, id_leccion, envio: randomUUID(), ...change })
  expect(answer.status).toBe(201)
  return answer.body.data[0]
}
const aSeries = async (veces: number): Promise<Session[]> =>
  (await send('POST', '', { ...CLASS, id_leccion, veces, envio: randomUUID() })).body.data
const inOrder = async (): Promise<Session[]> => (await list('&orden=inicio')).data
const following = async ({ id }: { id: number }): Promise<Session[]> =>
  (await list(`&orden=inicio&siguen_a=${id}`)).data
const seen = (sessions: Session[]) => sessions.map(({ id, version }) => ({ id, version }))
const momentsOf = (sessions: Session[]) => sessions.map(({ fecha, hora_inicio }) => `${fecha} ${hora_inicio}`)
const change = (session: Session, values: object) =>
  send('PUT', `/${session.id}`, { ...CLASS, id_leccion, avisar: false, version: session.version, ...values })
const cancel = ({ id, version }: Session, avisar = false) => send('POST', `/${id}/cancelar`, { avisar, version })
const events = async () =>
  (await t.call('GET', `/api/calendario/usuario/${student.id}?desde=2099-01-01&hasta=2099-12-31`, student)).body.data
const notices = async () =>
  t.database.sql`SELECT mensaje, asunto, ruta, evento FROM notificaciones WHERE id_usuario = ${student.id} ORDER BY id`

describe('a series', () => {
  it('is made in one step, in Lima’s time, and once however often it is sent', async () => {
    const form = { ...CLASS, id_leccion, veces: 8, envio: randomUUID() }
    const [made, again] = await Promise.all([send('POST', '', form), send('POST', '', form)])
    expect([made.status, again.status]).toEqual([201, 201])
    expect(made.body.data).toEqual(again.body.data)
    expect(made.body.data.map(({ fecha }: Session) => fecha)).toEqual([
      ...['2099-03-07', '2099-03-14', '2099-03-21', '2099-03-28'],
      ...['2099-04-04', '2099-04-11', '2099-04-18', '2099-04-25'],
    ])
    expect(made.body.data[0]).toMatchObject({
      ...CLASS,
      inicio: '2099-03-08T00:30:00+00:00',
      curso: course.nombre,
      id_leccion,
      cancelada: false,
      alumnos: 1,
      version: 1,
    })
    expect((await list()).total).toBe(8)
    expect((await events()).filter(({ tipo }: { tipo: string }) => tipo === 'sesion')).toHaveLength(8)
  })

  it('stays within what a lesson holds, and says so', async () => {
    await aClass({ veces: 48 })
    const answer = await send('POST', '', { ...CLASS, id_leccion, veces: 3, envio: randomUUID() })
    expect([answer.status, answer.body.errors.id_leccion]).toEqual([
      422,
      ['Una lección puede tener hasta 50 sesiones, y ya tiene 48.'],
    ])
  })

  it('refuses a lesson of another teacher, a wrong address and a wrong hour', async () => {
    const other = await aCourse(t.deps.db)
    const wrong = { id_leccion: other.modulos[0]?.lecciones[0]?.id, veces: 1, envio: randomUUID() }
    const foreign = await send('POST', '', { ...CLASS, ...wrong })
    expect([foreign.status, foreign.body.errors.id_leccion]).toEqual([422, ['Elige una lección de tus cursos.']])
    const body = { ...CLASS, id_leccion, envio: randomUUID(), enlace: 'http://meet.example.com', hora_inicio: '25:00' }
    expect((await send('POST', '', body)).body.errors).toEqual({
      enlace: ['El enlace debe empezar con https://'],
      hora_inicio: ['La hora no es válida.'],
    })
  })
})

describe('the list', () => {
  it('is filtered by course, teacher and days of Lima, and paged by time', async () => {
    await aClass({ veces: 4 })
    const days = async (query: string) => (await list(query)).data.map(({ fecha }: Session) => fecha)
    expect(await days('')).toEqual(['2099-03-28', '2099-03-21', '2099-03-14', '2099-03-07'])
    expect(await days('&orden=inicio&de=2099-03-14&a=2099-03-21')).toEqual(['2099-03-14', '2099-03-21'])
    expect(await days(`&docente=${teacher.id}`)).toHaveLength(4)
    expect(await days(`&docente=${student.id}`)).toEqual([])
    expect(await list('', (await someone('Docente')).token)).toMatchObject({ data: [], total: 0 })
  })
})

describe('a class that changes', () => {
  it('moves in the student’s calendar, with a higher SEQUENCE, and is announced once', async () => {
    const session = await aClass()
    const moved = await change(session, { fecha: '2099-03-09', hora_inicio: '18:00', avisar: true })
    expect(moved.body.data).toMatchObject({ fecha: '2099-03-09', hora_inicio: '18:00', version: 2 })
    expect(await events()).toMatchObject([
      { fecha: '2099-03-09', hora_inicio: '18:00', cancelada: false, secuencia: 1 },
    ])
    expect(await notices()).toMatchObject([
      {
        mensaje:
          'Tu clase ahora es 09/03 18:00\nEs el 09/03/2099 a las 18:00, hora de Lima. Antes era el 07/03/2099 a las 19:30.',
        asunto: 'Taller en vivo',
        ruta: `/miscursos/${course.id}/modulos/${course.modulos[0]?.id}/leccion/${id_leccion}`,
        evento: 'aviso',
      },
    ])
    expect((await change(session, { avisar: true })).status).toBe(409)
    expect(await notices()).toHaveLength(1)
  })

  it('is mailed to those who want notices by mail, with the old hour and the new one', async () => {
    await t.database.sql`DELETE FROM notificaciones`
    const body = { evento: 'aviso', campus: true, correo: true }
    await t.call('PUT', '/api/notificaciones/preferencias', { token: student.token, body })
    await change(await aClass(), { hora_inicio: '18:00', avisar: true })
    const box = await aMailbox()
    await sendPendingMails({ ...t.deps, ...mailingAs(t, { ...t.deps.config, smtpUrl: box.url }) })
    const text = readLetter(box.letters[0]).text.replace(/\s+/g, ' ')
    expect(text).toContain(
      'Tu clase ahora es 07/03 18:00: Taller en vivo Es el 07/03/2099 a las 18:00, hora de Lima. Antes era el 07/03/2099 a las 19:30.',
    )
  })

  it('shows a stale save what is there now, and who saved it', async () => {
    const session = await aClass()
    await change(session, { nombre: 'Otro nombre' })
    const stale = await change(session, { nombre: 'El mío' })
    expect([stale.status, stale.body.code]).toEqual([409, 'CAMBIO_MIENTRAS'])
    expect(stale.body.actual).toMatchObject({
      datos: { nombre: 'Otro nombre' },
      version: 2,
      por: { id: teacher.id, nombre: 'Rosa Huamán' },
    })
  })

  it('may move onto the time of another of its series, and to another lesson of the course alone', async () => {
    const [first, second] = (await send('POST', '', { ...CLASS, id_leccion, veces: 2, envio: randomUUID() })).body.data
    expect((await change(first, { fecha: second.fecha })).status).toBe(200)
    const next = course.modulos[0]?.lecciones[1]?.id ?? 0
    expect((await change(second, { fecha: second.fecha, id_leccion: next })).body.data.id_leccion).toBe(next)
    const other = await aCourse(t.deps.db, { teacher: teacher.id })
    const away = await change({ ...second, version: 2 }, { id_leccion: other.modulos[0]?.lecciones[0]?.id })
    expect([away.status, away.body.errors.id_leccion]).toEqual([422, ['Elige una lección del mismo curso.']])
  })

  it('leaves calendars as cancelled when it moves to a hidden lesson, and comes back', async () => {
    const [first, second] = course.modulos[0]?.lecciones ?? []
    const near = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    await t.deps.db.execute(sql`UPDATE lecciones SET activo = false WHERE id = ${second?.id}`)
    const session = await aClass({ fecha: near })
    const { url } = (await t.call('GET', '/api/calendario/suscripcion', student)).body.data
    const status = async () => {
      const { raw } = await t.call('GET', new URL(url).pathname)
      const [event] = new ICAL.Component(ICAL.parse(raw.toString('utf8'))).getAllSubcomponents('vevent')
      return [event?.getFirstPropertyValue('status'), event?.getFirstPropertyValue('sequence')]
    }
    const saved = await change(session, { fecha: near, id_leccion: second?.id })
    expect(await status()).toEqual(['CANCELLED', 1])
    await change(saved.body.data, { fecha: near, id_leccion: first?.id })
    expect(await status()).toEqual([null, 2])
  })

  it('counts and tells no one while students cannot see it', async () => {
    await t.deps.db.execute(sql`UPDATE lecciones SET activo = false WHERE id = ${id_leccion}`)
    const session = await aClass()
    expect(session.alumnos).toBe(0)
    await change(session, { avisar: true })
    expect(await notices()).toEqual([])
  })
})

describe('a cancelled class', () => {
  it('is shown as such, announced, left out of what comes next, and takes place again when it is saved', async () => {
    const session = await aClass()
    expect((await cancel(session, true)).body.data).toMatchObject({ cancelada: true, version: 2 })
    expect((await cancel(session, true)).status).toBe(409)
    expect(await events()).toMatchObject([{ cancelada: true, secuencia: 1 }])
    expect(await notices()).toMatchObject([
      { mensaje: 'Se canceló tu clase\nEra el 07/03/2099 a las 19:30, hora de Lima.', asunto: 'Taller en vivo' },
    ])
    expect((await t.call('GET', '/api/inicio', student)).body.data.proxima_sesion).toBeNull()
    expect((await t.call('GET', `/api/cursos/detallado/${course.id}`, student)).body.data.proxima_clase).toBeNull()
    const lesson = await t.call('GET', `/api/lecciones/detallado/${id_leccion}`, student)
    expect(lesson.body.data.sesiones).toMatchObject([{ id: session.id, cancelada: true }])
    await change({ ...session, version: 2 }, {})
    expect(await events()).toMatchObject([{ cancelada: false, secuencia: 2 }])
  })

  it('has STATUS:CANCELLED and a higher SEQUENCE in calendars, under the same UID', async () => {
    const session = await aClass()
    const file = async () => {
      const { raw } = await t.call('GET', `/api/calendario/sesion/${session.id}`, student)
      const [event] = new ICAL.Component(ICAL.parse(raw.toString('utf8'))).getAllSubcomponents('vevent')
      const value = (name: string) => event?.getFirstPropertyValue(name)?.toString()
      return [value('uid'), value('status'), value('sequence'), event?.getAllSubcomponents('valarm').length]
    }
    const uid = `sesion-${session.id}@campus.test`
    expect(await file()).toEqual([uid, undefined, '0', 1])
    await cancel(session)
    expect(await file()).toEqual([uid, 'CANCELLED', '1', 0])
  })

  it('is not reminded of', async () => {
    const session = await aClass()
    await t.deps.db.execute(sql`UPDATE sesiones SET inicio = now() + interval '3 hours' WHERE id = ${session.id}`)
    await cancel(session)
    await remindSessions(t.deps.db)
    expect(await notices()).toEqual([])
  })

  it('unlike one that takes place, at an hour that says whose it is', async () => {
    const session = await aClass()
    await t.deps.db.execute(sql`UPDATE sesiones SET inicio = now() + interval '3 hours' WHERE id = ${session.id}`)
    await remindSessions(t.deps.db)
    const [notice] = await notices()
    expect(notice?.mensaje).toMatch(/^Tienes clase el \d\d\/\d\d, \d\d:\d\d\nEs en vivo, hora de Lima\.$/)
    expect(notice?.asunto).toBe(`Taller en vivo · ${course.nombre}`)
  })
})

describe('a class and those that follow it', () => {
  it('move by as much in one act, keep what did not change, and are announced once', async () => {
    const next = course.modulos[0]?.lecciones[1]?.id ?? 0
    const [first, second, third, fourth] = (await aSeries(4)) as [Session, Session, Session, Session]
    const own = (await change(fourth, { fecha: fourth.fecha, nombre: 'Cierre', id_leccion: next })).body.data
    const rest = await following(second)
    expect(rest.map(({ id }) => id)).toEqual([third.id, fourth.id])
    const enlace = 'https://meet.example.com/otra'
    const values = { fecha: '2099-03-21', hora_inicio: '18:00', enlace, avisar: true, siguientes: seen(rest) }
    expect((await change(second, values)).body.data).toMatchObject({ fecha: '2099-03-21', version: 2 })
    expect(await inOrder()).toMatchObject([
      { id: first.id, fecha: '2099-03-07', hora_inicio: '19:30', enlace: CLASS.enlace, version: 1 },
      { id: second.id, fecha: '2099-03-21', hora_inicio: '18:00', enlace, version: 2 },
      { id: third.id, fecha: '2099-03-28', hora_inicio: '18:00', enlace, version: 2 },
      { id: fourth.id, fecha: '2099-04-04', enlace, nombre: 'Cierre', id_leccion: next, version: own.version + 1 },
    ])
    expect((await events()).map(({ secuencia }: { secuencia: number }) => secuencia)).toEqual([0, 1, 1, 2])
    expect(await notices()).toMatchObject([
      {
        mensaje:
          'Tus clases cambiaron de fecha\nLa primera ahora es el 21/03/2099 a las 18:00, hora de Lima. Antes era el 14/03/2099 a las 19:30.',
        asunto: 'Taller en vivo y las 2 siguientes',
      },
    ])
    const lines = await t.database.sql`SELECT detalle FROM auditoria WHERE objeto = ${`sesion:${third.id}`}`
    expect(lines[0]?.detalle).toMatchObject({ antes: '2099-03-21 19:30', ahora: '2099-03-28 18:00', avisar: true })
  })

  it('move a week onto each other’s days, and stay a series', async () => {
    const [first, ...rest] = (await aSeries(3)) as [Session, Session, Session]
    expect((await change(first, { fecha: '2099-03-14', siguientes: seen(rest) })).status).toBe(200)
    expect((await inOrder()).map(({ fecha }) => fecha)).toEqual(['2099-03-14', '2099-03-21', '2099-03-28'])
    expect(await following(first)).toHaveLength(2)
  })

  it('leave out what was moved by itself, cancelled, or belongs to another series', async () => {
    const [first, second, third, fourth] = (await aSeries(4)) as [Session, Session, Session, Session]
    await aSeries(2)
    await change(second, { fecha: '2099-03-15' })
    await cancel(third)
    expect((await following(first)).map(({ id }) => id)).toEqual([fourth.id])
    const [other] = await aSeries(1)
    const wrong = await change(first, { fecha: '2099-03-08', siguientes: seen([other as Session]) })
    expect([wrong.status, wrong.body.code]).toEqual([409, 'CAMBIO_MIENTRAS'])
  })

  it('are cancelled together and take place again together, with one notice each time', async () => {
    const [first, ...rest] = (await aSeries(3)) as [Session, Session, Session]
    const body = { avisar: true, version: 1, siguientes: seen(rest) }
    expect((await send('POST', `/${first.id}/cancelar`, body)).body.data.cancelada).toBe(true)
    const cancelled = await following(first)
    expect(cancelled).toMatchObject([
      { cancelada: true, version: 2 },
      { cancelada: true, version: 2 },
    ])
    await change({ ...first, version: 2 }, { avisar: true, siguientes: seen(cancelled) })
    expect((await events()).map(({ cancelada }: { cancelada: boolean }) => cancelada)).toEqual([false, false, false])
    expect((await notices()).map(({ mensaje }) => mensaje)).toEqual([
      'Se cancelaron tus clases\nDesde el 07/03/2099 a las 19:30, hora de Lima.',
      'Tus clases vuelven a darse\nLa primera es el 07/03/2099 a las 19:30, hora de Lima.',
    ])
  })

  it('stay where they are when one of them changed meanwhile, and the answer says who did it', async () => {
    const [first, ...rest] = (await aSeries(3)) as [Session, Session, Session]
    await change(rest[1] as Session, { fecha: rest[1]?.fecha, nombre: 'Cierre' })
    const stale = await change(first, { fecha: '2099-03-08', avisar: true, siguientes: seen(rest) })
    expect([stale.status, stale.body.code]).toEqual([409, 'CAMBIO_MIENTRAS'])
    expect(stale.body.actual).toMatchObject({ datos: { id: first.id, version: 1 }, por: { id: teacher.id } })
    expect((await inOrder())[0]).toMatchObject({ fecha: '2099-03-07', version: 1 })
    expect(await notices()).toEqual([])
  })

  it('stay where they are when one of them is just being changed', async () => {
    const [first, ...rest] = (await aSeries(3)) as [Session, Session, Session]
    const answer = await changedMeanwhile(t, {
      hold: sql`SELECT 1 FROM sesiones WHERE id = ${rest[1]?.id} FOR UPDATE`,
      start: () => change(first, { fecha: '2099-03-08', avisar: true, siguientes: seen(rest) }),
      change: sql`UPDATE sesiones SET nombre = 'Cierre', version = version + 1 WHERE id = ${rest[1]?.id}`,
    })
    expect([answer.status, answer.body.code]).toEqual([409, 'CAMBIO_MIENTRAS'])
    expect(momentsOf(await inOrder())).toEqual(momentsOf([first, ...rest]))
    expect(await notices()).toEqual([])
  })

  it('are moved by one of two persons at once, from whichever class they begin', async () => {
    const sessions = (await aSeries(6)) as [Session, Session, ...Session[]]
    const [first, second, ...rest] = sessions
    const move = (from: Session, later: Session[], day: string) =>
      change(from, { fecha: day, avisar: true, siguientes: seen(later) })
    const answers = await Promise.all([
      move(first, [second, ...rest], '2099-03-08'),
      move(second, rest.toReversed(), '2099-03-17'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const days = momentsOf(await inOrder()).map((moment) => moment.slice(5, 10))
    expect(days).toEqual(
      answers[0]?.status === 200
        ? ['03-08', '03-15', '03-22', '03-29', '04-05', '04-12']
        : ['03-07', '03-17', '03-24', '03-31', '04-07', '04-14'],
    )
    expect(await notices()).toHaveLength(1)
  })
})
