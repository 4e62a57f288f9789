import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { onOneDay } from '../../../test/one-day.ts'
import { sesiones } from '../catalogue/catalogue.tables.ts'
import { notify } from './notifications.ts'

const t = useApp()

async function notifiedUser(mensaje = 'Te damos la bienvenida', clave = 'bienvenida:1') {
  const person = await aPerson(t.deps.db)
  await notify(t.deps.db, {
    evento: 'matricula',
    tipo: 'Bienvenida',
    mensaje,
    clave,
    ruta: '/miscursos',
    usuarios: [person.id],
  })
  return { person, token: await t.tokenOf(person.id) }
}

describe('GET /api/notificaciones/usuario/{id}', () => {
  it('lists the unread ones, newest first, and a repeated event once', async () => {
    const { person, token } = await notifiedUser()
    await notify(t.deps.db, {
      evento: 'matricula',
      tipo: 'Bienvenida',
      mensaje: 'otra vez',
      clave: 'bienvenida:1',
      usuarios: [person.id],
    })
    await notify(t.deps.db, {
      evento: 'aviso',
      tipo: 'Otro',
      mensaje: 'Aviso',
      clave: 'aviso:1',
      usuarios: [person.id],
    })
    const answer = await t.call('GET', `/api/notificaciones/usuario/${person.id}`, { token })
    expect(answer.status).toBe(200)
    expect(answer.body.data.map((n: { mensaje: string }) => n.mensaje)).toEqual(['Aviso', 'Te damos la bienvenida'])
    expect(answer.body.data[1]).toMatchObject({ tipo: 'Bienvenida', estado: 1, ruta: '/miscursos' })
  })

  it('refuses guests and other users, staff included', async () => {
    const { person } = await notifiedUser()
    const other = await t.tokenOf((await aPerson(t.deps.db)).id)
    const teacher = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Docente' })).id)
    expect((await t.call('GET', `/api/notificaciones/usuario/${person.id}`)).status).toBe(401)
    expect((await t.call('GET', `/api/notificaciones/usuario/${person.id}`, { token: other })).status).toBe(403)
    expect((await t.call('GET', `/api/notificaciones/usuario/${person.id}`, { token: teacher })).status).toBe(403)
  })
})

describe('PUT /api/notificaciones/desactivar/{id}', () => {
  it('sets it read, idempotently, and answers 404 for another user’s', async () => {
    const { person, token } = await notifiedUser()
    const [row] = (await t.call('GET', `/api/notificaciones/usuario/${person.id}`, { token })).body.data
    for (let time = 0; time < 2; time++) {
      const answer = await t.call('PUT', `/api/notificaciones/desactivar/${row.id}`, { token })
      expect(answer.body.data).toMatchObject({ id: row.id, estado: 0 })
    }
    expect((await t.call('GET', `/api/notificaciones/usuario/${person.id}`, { token })).body.data).toEqual([])
    const other = await t.tokenOf((await aPerson(t.deps.db)).id)
    const refused = await t.call('PUT', `/api/notificaciones/desactivar/${row.id}`, { token: other })
    const absent = await t.call('PUT', '/api/notificaciones/desactivar/999999', { token: other })
    expect([refused.status, refused.body]).toEqual([404, absent.body])
    expect((await t.call('PUT', `/api/notificaciones/activar/${row.id}`, { token })).body.data.estado).toBe(1)
  })

  it('sets all of them read', async () => {
    const { person, token } = await notifiedUser()
    await notify(t.deps.db, {
      evento: 'aviso',
      tipo: 'Otro',
      mensaje: 'Aviso',
      clave: 'aviso:2',
      usuarios: [person.id],
    })
    expect((await t.call('PUT', '/api/notificaciones/desactivar/todas', { token })).status).toBe(200)
    expect((await t.call('GET', `/api/notificaciones/usuario/${person.id}`, { token })).body.data).toEqual([])
  })
})

describe('GET /api/todas/notificaciones/usuario/{id}', () => {
  it('pages all of them', async () => {
    const { person, token } = await notifiedUser()
    for (let n = 0; n < 4; n++)
      await notify(t.deps.db, {
        evento: 'aviso',
        tipo: 'Otro',
        mensaje: `Aviso ${n}`,
        clave: `aviso:${n}`,
        usuarios: [person.id],
      })
    const answer = await t.call('GET', `/api/todas/notificaciones/usuario/${person.id}?page=2&per_page=2`, { token })
    expect(answer.body.data).toMatchObject({ total: 5, per_page: 2, current_page: 2, last_page: 3 })
    expect(answer.body.data.data).toHaveLength(2)
    const beyond = await t.call('GET', `/api/todas/notificaciones/usuario/${person.id}?page=9&per_page=2`, { token })
    expect(beyond.body.data).toMatchObject({ data: [], total: 5 })
    expect((await t.call('GET', `/api/todas/notificaciones/usuario/${person.id}?per_page=101`, { token })).status).toBe(
      422,
    )
  })
})

describe('preferences', () => {
  it('store a switch per event and channel, and notifications respect them', async () => {
    const person = await aPerson(t.deps.db)
    const token = await t.tokenOf(person.id)
    const before = await t.call('GET', '/api/notificaciones/preferencias', { token })
    expect(before.body.data).toContainEqual({ evento: 'matricula', campus: true, correo: true })
    const saved = await t.call('PUT', '/api/notificaciones/preferencias', {
      token,
      body: { evento: 'aviso', campus: false, correo: true },
    })
    expect(saved.status).toBe(200)
    await notify(t.deps.db, {
      evento: 'aviso',
      tipo: 'Otro',
      mensaje: 'Solo por correo',
      clave: 'aviso:x',
      usuarios: [person.id],
    })
    expect((await t.call('GET', `/api/notificaciones/usuario/${person.id}`, { token })).body.data).toEqual([])
    await t.deps.jobs.send(t.deps.db, 'correo-notificaciones', {})
    await t.deps.jobs.drain()
    expect(t.outbox.filter((letter) => letter.to === person.correo).map((letter) => letter.subject)).toEqual([
      'Solo por correo',
    ])
    await t.deps.jobs.send(t.deps.db, 'correo-notificaciones', {})
    await t.deps.jobs.drain()
    expect(t.outbox.filter((letter) => letter.to === person.correo)).toHaveLength(1)
  })

  it('refuse an event that does not exist', async () => {
    const token = await t.tokenOf((await aPerson(t.deps.db)).id)
    const answer = await t.call('PUT', '/api/notificaciones/preferencias', {
      token,
      body: { evento: 'nada', campus: true, correo: true },
    })
    expect(answer.status).toBe(422)
  })
})

describe('scheduled notifications', () => {
  it('congratulate on the birthday in Lima, once a year', async () => {
    await onOneDay()
    const person = await aPerson(t.deps.db)
    await t.deps.db.execute(
      sql`UPDATE usuarios SET fecha_nacimiento = ((now() AT TIME ZONE 'America/Lima')::date - interval '32 years')::date WHERE id = ${person.id}`,
    )
    const token = await t.tokenOf(person.id)
    await t.deps.jobs.send(t.deps.db, 'cumpleanos', {})
    await t.deps.jobs.send(t.deps.db, 'cumpleanos', {})
    await t.deps.jobs.drain()
    const { data } = (await t.call('GET', `/api/notificaciones/usuario/${person.id}`, { token })).body
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ tipo: 'Cumpleaños' })
    expect(data[0].mensaje).toContain('¡Feliz cumpleaños, Ana!')
  })

  it('remind enrolled students of a session within 24 hours, once', async () => {
    const person = await aPerson(t.deps.db)
    const course = await aCourse(t.deps.db, { nombre: 'العربية' })
    const lesson = course.modulos[0]?.lecciones[0]
    await anEnrolment(t.deps.db, person.id, course.id)
    const inicio = new Date(Date.now() + 3_600_000).toISOString()
    await t.deps.db
      .insert(sesiones)
      .values({ id_leccion: lesson?.id ?? 0, nombre: 'Clase', inicio, enlace: 'https://meet.example.com/x', orden: 1 })
    const token = await t.tokenOf(person.id)
    for (let time = 0; time < 2; time++) {
      await t.deps.jobs.send(t.deps.db, 'recordar-sesiones', {})
      await t.deps.jobs.drain()
    }
    const { data } = (await t.call('GET', `/api/notificaciones/usuario/${person.id}`, { token })).body
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      mensaje: expect.stringMatching(/^Tienes clase el .*\nEs en vivo, hora de Lima\.$/),
      asunto: 'Clase · العربية',
    })
    expect(data[0].ruta).toBe(`/miscursos/${course.id}/modulos/${lesson?.id_modulo}/leccion/${lesson?.id}`)
  })
})
