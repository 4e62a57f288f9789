import { eq, sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, anExam, aPerson, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { createResetLink } from '../accounts/recovery.ts'
import { sesiones } from '../catalogue/catalogue.tables.ts'

const t = useApp()

async function scene(vence: string | null = '2099-03-10') {
  const person = await aPerson(t.deps.db)
  const course = await aCourse(t.deps.db, { nombre: 'Diseño; básico, uno' })
  const lesson = course.modulos[0]?.lecciones[0]
  await anEnrolment(t.deps.db, person.id, course.id, { fecha_vencimiento: vence })
  // 19:30 in Lima is 00:30 of the next day in UTC.
  const [session] = await t.deps.db
    .insert(sesiones)
    .values({
      id_leccion: lesson?.id ?? 0,
      nombre: 'Clase en vivo',
      inicio: '2099-02-02T00:30:00Z',
      duracion: 90,
      enlace: 'https://meet.example.com/x',
      orden: 1,
    })
    .returning()
  await anExam(t.deps.db, {
    id_curso: course.id,
    fecha_apertura: '2099-02-03T13:00:00Z',
    fecha_cierre: '2099-02-05T04:59:00Z',
  })
  return { person, course, session, token: await t.tokenOf(person.id) }
}

async function eventsOf(token: string) {
  const { url } = (await t.call('GET', '/api/calendario/suscripcion', { token })).body.data
  const { raw } = await t.call('GET', new URL(url).pathname)
  return new ICAL.Component(ICAL.parse(raw.toString('utf8'))).getAllSubcomponents('vevent')
}

const span = 'desde=2099-02-01&hasta=2099-03-31'

describe('GET /api/calendario/usuario/{id}', () => {
  it('shows sessions, exams opening and closing and the end of the enrolment, on Lima’s days', async () => {
    const { person, token } = await scene()
    const answer = await t.call('GET', `/api/calendario/usuario/${person.id}?${span}`, { token })
    expect(answer.status).toBe(200)
    expect(
      answer.body.data.map((e: { tipo: string; fecha: string; hora_inicio: string | null }) => [
        e.tipo,
        e.fecha,
        e.hora_inicio,
      ]),
    ).toEqual([
      ['sesion', '2099-02-01', '19:30'],
      ['examen_abre', '2099-02-03', '08:00'],
      ['examen_cierra', '2099-02-04', '23:59'],
      ['matricula_vence', '2099-03-10', null],
    ])
    expect(answer.body.data[0]).toMatchObject({
      inicio: '2099-02-02T00:30:00Z',
      fin: '2099-02-02T02:00:00Z',
      enlace: 'https://meet.example.com/x',
    })
  })

  it('is the own only, requires a valid range, and excludes ended enrolments', async () => {
    const { person, token } = await scene()
    const other = await t.tokenOf((await aPerson(t.deps.db)).id)
    expect((await t.call('GET', `/api/calendario/usuario/${person.id}?${span}`)).status).toBe(401)
    expect((await t.call('GET', `/api/calendario/usuario/${person.id}?${span}`, { token: other })).status).toBe(403)
    const wrong = await t.call('GET', `/api/calendario/usuario/${person.id}?desde=2099-03-01&hasta=2099-02-01`, {
      token,
    })
    expect([wrong.status, wrong.body.errors.hasta]).toEqual([422, ['El rango de fechas no es válido.']])
    const gone = await scene('2020-01-01')
    expect(
      (await t.call('GET', `/api/calendario/usuario/${gone.person.id}?${span}`, { token: gone.token })).body.data,
    ).toEqual([])
  })
})

describe('the subscription', () => {
  it('is an iCalendar that an independent parser accepts, with stable UIDs and correct instants', async () => {
    const { token, session } = await scene()
    await t.deps.db.execute(
      sql`UPDATE sesiones SET inicio = date_trunc('minute', now()) + interval '3 days' WHERE id = ${session?.id}`,
    )
    const { url } = (await t.call('GET', '/api/calendario/suscripcion', { token })).body.data
    const path = new URL(url).pathname
    const feed = await t.call('GET', path)
    expect(feed.status).toBe(200)
    expect(feed.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
    })
    const calendar = new ICAL.Component(ICAL.parse(feed.raw.toString('utf8')))
    const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
    const live = events.find((event) => event.uid === `sesion-${session?.id}@campus.test`)
    expect(live?.summary).toBe('Clase en vivo · Diseño; básico, uno')
    expect((live?.endDate.toUnixTime() ?? 0) - (live?.startDate.toUnixTime() ?? 0)).toBe(90 * 60)
    expect(live?.startDate.zone.tzid).toBe('UTC')
    expect(
      feed.raw
        .toString('utf8')
        .split('\r\n')
        .every((line) => Buffer.byteLength(line) <= 75),
    ).toBe(true)
    expect((await t.call('GET', path)).raw.equals(feed.raw)).toBe(true)
  })

  it('has whole days with an exclusive end, and no end where an event has none', async () => {
    const { token, session } = await scene()
    await t.deps.db.execute(sql`UPDATE matriculas SET fecha_vencimiento = current_date + 3
      WHERE id_curso = (SELECT m.id_curso FROM modulos m JOIN lecciones l ON l.id_modulo = m.id WHERE l.id = ${session?.id_leccion})`)
    await t.deps.db.execute(
      sql`UPDATE evaluaciones SET fecha_apertura = now() + interval '1 day', fecha_cierre = now() + interval '2 days'`,
    )
    await t.deps.db.execute(
      sql`UPDATE sesiones SET duracion = 0, inicio = now() + interval '1 day' WHERE id = ${session?.id}`,
    )
    const events = await eventsOf(token)
    const ends = (kind: string) => {
      const event = events.find((one) => String(one.getFirstPropertyValue('uid')).startsWith(kind))
      const [start, end] = ['dtstart', 'dtend'].map((name) => event?.getFirstProperty(name))
      return { type: start?.type, start: start?.getFirstValue()?.toString(), end: end?.getFirstValue()?.toString() }
    }
    const { type, start = '', end } = ends('matricula')
    const next = new Date(Date.parse(start) + 86_400_000).toISOString().slice(0, 10)
    expect([type, end]).toEqual(['date', next])
    for (const kind of ['examen_abre', 'examen_cierra', 'sesion'])
      expect(ends(kind)).toMatchObject({ type: 'date-time', end: undefined })
  })

  it.each(['Uno, dos; tres \\ cuatro', 'Dos\nDTSTART:20200101T000000Z', 'Tres: \\n «ñandú» 😀'])(
    'escapes the name %j everywhere',
    async (nombre) => {
      const { token, session } = await scene()
      await t.deps.db
        .update(sesiones)
        .set({ nombre })
        .where(eq(sesiones.id, session?.id ?? 0))
      const answer = await t.call('GET', `/api/calendario/sesion/${session?.id}`, { token })
      const calendar = new ICAL.Component(ICAL.parse(answer.raw.toString('utf8')))
      // The parser leaves the escapes of properties that RFC 5545 does not have.
      const unescaped = (property: string) =>
        String(calendar.getFirstPropertyValue(property)).replace(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign))
      expect(unescaped('name')).toBe(nombre)
      expect(unescaped('x-wr-calname')).toBe(nombre)
      expect(calendar.getFirstProperty('dtstart')).toBeNull()
      const [event] = calendar.getAllSubcomponents('vevent')
      expect(event?.getFirstPropertyValue('summary')).toBe(`${nombre} · Diseño; básico, uno`)
      expect(event?.getFirstSubcomponent('valarm')?.getFirstPropertyValue('description')).toBe(nombre)
    },
  )

  it('ends when it is renewed, and a wrong secret is a 404', async () => {
    const { token } = await scene()
    const old = (await t.call('GET', '/api/calendario/suscripcion', { token })).body.data.url
    const next = (await t.call('POST', '/api/calendario/suscripcion', { token })).body.data.url
    expect(next).not.toBe(old)
    expect((await t.call('GET', new URL(old).pathname)).status).toBe(404)
    expect((await t.call('GET', new URL(next).pathname)).status).toBe(200)
    expect((await t.call('GET', '/api/calendario/suscripcion')).status).toBe(401)
  })
})

describe('a subscription', () => {
  const password = 'Nueva-clave-77'
  const chosen = { password, password_confirmation: password }
  type Owner = Awaited<ReturnType<typeof scene>>

  const ENDS: [how: string, end: (owner: Owner) => Promise<unknown>][] = [
    [
      'a reset by mail',
      async ({ person }) => {
        const link = await createResetLink(t.deps.db, person.correo)
        return t.call('PUT', `/api/actualizar-contrasena/${person.id}`, { body: { token: link?.token, ...chosen } })
      },
    ],
    [
      'a change of the password',
      ({ person, token }) =>
        t.call('PUT', `/api/actualizar-contrasena/${person.id}`, {
          token,
          body: { password_actual: PASSWORD, ...chosen },
        }),
    ],
    [
      'a new password in the profile',
      ({ person, token }) => {
        const fields = { _method: 'PUT', password_actual: PASSWORD, ...chosen }
        const limit = 'campus-prueba'
        const parts = Object.entries(fields).map(
          ([name, value]) => `--${limit}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
        )
        return t.call('POST', `/api/usuarios/${person.id}`, {
          token,
          headers: { 'content-type': `multipart/form-data; boundary=${limit}` },
          body: `${parts.join('')}--${limit}--\r\n`,
        })
      },
    ],
    [
      'the end of the account',
      ({ person, token }) => t.call('DELETE', `/api/usuarios/${person.id}`, { token, body: { password: PASSWORD } }),
    ],
  ]

  it.each(ENDS)('ends with %s', async (_how, end) => {
    const owner = await scene()
    const { url } = (await t.call('GET', '/api/calendario/suscripcion', { token: owner.token })).body.data
    const path = new URL(url).pathname
    expect((await t.call('GET', path)).status).toBe(200)
    expect(await end(owner)).toMatchObject({ status: 200 })
    expect((await t.call('GET', path)).status).toBe(404)
  })

  it('has a new secret afterwards', async () => {
    const owner = await scene()
    const before = (await t.call('GET', '/api/calendario/suscripcion', { token: owner.token })).body.data.url
    await ENDS[1]?.[1](owner)
    const after = (await t.call('GET', '/api/calendario/suscripcion', { token: owner.token })).body.data.url
    expect(after).not.toBe(before)
    expect((await t.call('GET', new URL(after).pathname)).status).toBe(200)
  })

  it('of an inactive account is a 404', async () => {
    const { person, token } = await scene()
    const { url } = (await t.call('GET', '/api/calendario/suscripcion', { token })).body.data
    await t.deps.db.update(usuarios).set({ estado: 0 }).where(eq(usuarios.id, person.id))
    expect((await t.call('GET', new URL(url).pathname)).status).toBe(404)
  })
})

describe('GET /api/calendario/sesion/{id}', () => {
  it('returns one session’s file, for the own courses only', async () => {
    const { token, session } = await scene()
    const answer = await t.call('GET', `/api/calendario/sesion/${session?.id}`, { token })
    const [event] = new ICAL.Component(ICAL.parse(answer.raw.toString('utf8'))).getAllSubcomponents('vevent')
    expect(event?.getFirstPropertyValue('dtstart')?.toString()).toBe('2099-02-02T00:30:00Z')
    expect(event?.getAllSubcomponents('valarm')).toHaveLength(1)
    const stranger = await t.tokenOf((await aPerson(t.deps.db)).id)
    expect((await t.call('GET', `/api/calendario/sesion/${session?.id}`, { token: stranger })).status).toBe(404)
  })
})
