import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPerson, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { clientes } from '../brands/brands.tables.ts'

const t = useApp()

async function student(values = {}) {
  const person = await aPerson(t.deps.db, values)
  await t.deps.db.update(clientes).set({ correo: 'hola@academia.pe' }).where(eq(clientes.id, person.id_cliente))
  return { person, token: await t.tokenOf(person.id) }
}

const ask = (token: string, mensaje: unknown, email = 'otro@malo.pe') =>
  t.call('POST', '/api/enviar-soporte', { token, body: { mensaje, email } })

describe('POST /api/enviar-soporte', () => {
  it('stores a numbered ticket and mails it in the name of the account, whatever the body says', async () => {
    const { person, token } = await student()
    const answer = await ask(token, '   No puedo ver el video.   ')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      message: 'Mensaje de soporte enviado correctamente.',
      data: { mensaje: 'No puedo ver el video.', estado: 'abierto', respuesta: null },
    })
    await t.deps.jobs.drain()
    const letter = t.outbox.find((one) => one.replyTo === person.correo)
    expect(letter).toMatchObject({
      to: 'hola@academia.pe',
      subject: `[Soporte N.º ${answer.body.data.numero}] Ana María Quispe Núñez`,
    })
    expect(letter?.text).toContain('No puedo ver el video.')
  })

  it.each(['', '         ', 'corto', '  123456789  ', null, 5])('refuses %j', async (mensaje) => {
    const { token } = await student()
    const answer = await ask(token, mensaje)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.mensaje).toEqual(['El mensaje no puede estar vacío y debe tener al menos 10 caracteres.'])
  })

  it('requires a token and is throttled', async () => {
    const { token } = await student()
    expect((await t.call('POST', '/api/enviar-soporte', { body: { mensaje: 'Hola, necesito ayuda' } })).status).toBe(
      401,
    )
    const answers = []
    for (let n = 0; n < 6; n++) answers.push(await ask(token, `Necesito ayuda ${n}`))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(Number(answers[5]?.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('keeps the topic, and refuses another word', async () => {
    const { token } = await student()
    const send = (tema?: string) =>
      t.call('POST', '/api/enviar-soporte', { token, body: { tema, mensaje: 'No puedo ver el video.' } })
    expect((await send('pago')).body.data.tema).toBe('pago')
    expect((await send()).body.data.tema).toBe('otro')
    const refused = await send('nada')
    expect(refused).toMatchObject({ status: 422, body: { errors: { tema: ['Elige de qué trata tu consulta.'] } } })
  })

  it('numbers the tickets of a brand without gaps under concurrent requests', async () => {
    const people = await Promise.all(Array.from({ length: 25 }, () => student({ id_cliente: 3 })))
    const answers = await Promise.all(people.map(({ token }) => ask(token, 'Todos a la vez aquí')))
    const numbers = answers.map((answer) => answer.body.data.numero).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 25 }, (_, i) => i + 1))
  })
})

describe('tickets', () => {
  it('are seen by their author and answered by an administrator of the brand, with a notification', async () => {
    const { person, token } = await student()
    const { id } = (await ask(token, 'Necesito una constancia')).body.data
    const admin = await student({ tipo_cliente: 'Administrador' })
    const foreign = await student({ tipo_cliente: 'Administrador', id_cliente: 1 })
    const body = { respuesta: 'Te la enviamos hoy.' }
    expect((await t.call('PUT', `/api/soporte/${id}`, { token, body })).status).toBe(403)
    expect((await t.call('PUT', `/api/soporte/${id}`, { token: foreign.token, body })).status).toBe(404)
    expect((await t.call('PUT', `/api/soporte/${id}`, { token: admin.token, body })).body.data.estado).toBe(
      'respondido',
    )
    const mine = await t.call('GET', `/api/soporte/usuario/${person.id}`, { token })
    expect(mine.body.data).toMatchObject({ total: 1, data: [{ id, respuesta: 'Te la enviamos hoy.' }] })
    expect((await t.call('GET', `/api/soporte/usuario/${person.id}`, { token: admin.token })).status).toBe(403)
    const notices = await t.call('GET', `/api/notificaciones/usuario/${person.id}`, { token })
    expect(notices.body.data[0]).toMatchObject({
      mensaje: 'Respondimos tu consulta',
      asunto: expect.stringMatching(/^Soporte N\.º \d+$/),
    })
  })
})

const answer = (id: number, token: string, respuesta: string) =>
  t.call('PUT', `/api/soporte/${id}`, { token, body: { respuesta } })
const put = (id: number, token: string, estado: string, visto: string) =>
  t.call('PUT', `/api/soporte/${id}/estado`, { token, body: { estado, visto } })
const rosa = () => student({ roles: ['soporte'], nombres: 'Rosa', apellidos: 'Huamán' })

async function aTicket(mensaje = 'Necesito una constancia') {
  const { person, token } = await student()
  const { id, numero } = (await ask(token, mensaje)).body.data
  const notices = async (): Promise<string[]> => {
    const page = await t.call('GET', `/api/notificaciones/usuario/${person.id}`, { token })
    return page.body.data.map(({ mensaje, asunto }: Record<string, string>) => `${asunto}: ${mensaje}`)
  }
  const mine = async () => (await t.call('GET', `/api/soporte/usuario/${person.id}`, { token })).body.data.data[0]
  return { id, numero, person, token, notices, mine }
}

describe('a second answer', () => {
  it('gets the one that stands, by whom and when, also once the ticket is closed', async () => {
    const [ticket, first, second] = [await aTicket(), await rosa(), await rosa()]
    await answer(ticket.id, first.token, 'Te la enviamos hoy.')
    const late = await answer(ticket.id, second.token, 'No damos constancias.')
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({
      code: 'YA_RESUELTO',
      mensaje: 'Otra persona ya resolvió esto.',
      actual: {
        datos: { estado: 'respondido', respuesta: 'Te la enviamos hoy.', fecha_respuesta: expect.any(String) },
        por: { id: first.person.id, nombre: 'Rosa Huamán' },
        en: expect.any(String),
      },
    })
    await put(ticket.id, second.token, 'cerrado', 'respondido')
    const closed = await answer(ticket.id, first.token, 'Otra cosa.')
    expect(closed.body.actual).toMatchObject({ datos: { estado: 'cerrado' }, por: { id: second.person.id } })
    expect(await ticket.mine()).toMatchObject({ estado: 'cerrado', respuesta: 'Te la enviamos hoy.' })
  })

  it('is one of 50: one is stored and told, the others get 409', async () => {
    const ticket = await aTicket()
    const staff = await Promise.all([rosa(), rosa()])
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) => answer(ticket.id, staff[at % 2]?.token ?? '', `Respuesta ${at}.`)),
    )
    const won = replies.findIndex(({ status }) => status === 200)
    expect(replies.filter(({ status, body }) => status === 409 && body.code === 'YA_RESUELTO')).toHaveLength(49)
    expect(await ticket.mine()).toMatchObject({ estado: 'respondido', respuesta: `Respuesta ${won}.` })
    expect(await ticket.notices()).toEqual([`Soporte N.º ${ticket.numero}: Respondimos tu consulta`])
  })
})

describe('PUT /api/soporte/:id/estado', () => {
  it('closes an open ticket and tells its author; taken out again it waits for an answer', async () => {
    const [ticket, { token }] = [await aTicket(), await rosa()]
    expect((await put(ticket.id, token, 'cerrado', 'abierto')).body.data).toMatchObject({ estado: 'cerrado' })
    expect(await ticket.mine()).toMatchObject({ estado: 'cerrado', respuesta: null })
    const text = `Soporte N.º ${ticket.numero}: Cerramos tu consulta\nSi todavía necesitas ayuda, escríbenos de nuevo.`
    expect(await ticket.notices()).toEqual([text])
    expect((await put(ticket.id, token, 'abierto', 'cerrado')).body.data).toMatchObject({ estado: 'abierto' })
    expect((await answer(ticket.id, token, 'Aquí la tienes.')).status).toBe(200)
  })

  it('files an answered ticket without a notice, and gives it back as answered', async () => {
    const [ticket, { token }] = [await aTicket(), await rosa()]
    await answer(ticket.id, token, 'Aquí la tienes.')
    expect((await put(ticket.id, token, 'cerrado', 'respondido')).body.data.estado).toBe('cerrado')
    expect((await put(ticket.id, token, 'abierto', 'cerrado')).body.data).toMatchObject({
      estado: 'respondido',
      respuesta: 'Aquí la tienes.',
    })
    expect(await ticket.notices()).toHaveLength(1)
  })

  it('refuses a press on what is no longer as it was read, and closes once for 20 at once', async () => {
    const [ticket, { person, token }] = [await aTicket(), await rosa()]
    const replies = await Promise.all(Array.from({ length: 20 }, () => put(ticket.id, token, 'cerrado', 'abierto')))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.code === 'YA_RESUELTO')).toHaveLength(19)
    expect(await ticket.notices()).toHaveLength(1)
    expect((await put(ticket.id, token, 'cerrado', 'cerrado')).body.code).toBe('YA_RESUELTO')

    const answered = await aTicket()
    await answer(answered.id, token, 'Ya está.')
    const stale = await put(answered.id, token, 'cerrado', 'abierto')
    expect([stale.status, stale.body.code]).toEqual([409, 'YA_RESUELTO'])
    expect(stale.body.actual).toMatchObject({ datos: { respuesta: 'Ya está.' }, por: { id: person.id } })
    expect((await put(answered.id, token, 'abierto', 'respondido')).body.code).toBe('YA_RESUELTO')
    expect((await answered.mine()).estado).toBe('respondido')
  })

  it('is for the brand’s support, and leaves the ticket of a closed account closed', async () => {
    const [ticket, { token }] = [await aTicket(), await rosa()]
    const foreign = await student({ roles: ['soporte'], id_cliente: 1 })
    expect((await put(ticket.id, ticket.token, 'cerrado', 'abierto')).status).toBe(403)
    expect((await put(ticket.id, foreign.token, 'cerrado', 'abierto')).status).toBe(404)
    const unknown = await put(ticket.id, token, 'respondido', 'abierto')
    expect(unknown.body.errors).toEqual({ estado: ['Elige si se cierra o se reabre.'] })
    await t.call('DELETE', `/api/usuarios/${ticket.person.id}`, { token: ticket.token, body: { password: PASSWORD } })
    const reopened = await put(ticket.id, token, 'abierto', 'cerrado')
    expect([reopened.status, reopened.body.errors]).toEqual([
      422,
      { estado: ['Quien lo escribió eliminó su cuenta: ya no se puede reabrir.'] },
    ])
  })
})

describe('GET /api/soporte', () => {
  const list = (token: string, query = '') => t.call('GET', `/api/soporte${query}`, { token })

  it('shows administrators all tickets of their brand, newest first', async () => {
    const [one, two] = [await student({ id_cliente: 1 }), await student({ id_cliente: 1 })]
    const first = (await ask(one.token, 'El primero de todos')).body.data
    const second = (await ask(two.token, 'El segundo de todos')).body.data
    const admin = await student({ tipo_cliente: 'Administrador', id_cliente: 1 })
    const page = (await list(admin.token)).body.data
    expect(page.total).toBe(2)
    const { id, nombres, apellidos, correo } = two.person
    expect(page.data).toEqual([
      { ...second, id_usuario: id, nombres, apellidos, correo, autor: 'alumno' },
      expect.objectContaining({ ...first, id_usuario: one.person.id }),
    ])
    const foreign = await student({ tipo_cliente: 'Administrador', id_cliente: 3 })
    expect(JSON.stringify((await list(foreign.token)).body)).not.toContain('de todos')

    await t.call('PUT', `/api/soporte/${first.id}`, { token: admin.token, body: { respuesta: 'Listo.' } })
    const open = await list(admin.token, '?estado=abierto')
    expect(open.body.data).toMatchObject({ total: 1, data: [{ id: second.id }] })
    expect((await list(admin.token, '?estado=respondido')).body.data.data[0].id).toBe(first.id)
    expect((await list(admin.token, '?per_page=1&page=2')).body.data).toMatchObject({
      total: 2,
      data: [{ id: first.id }],
    })
  })

  it('says which authors have a student’s record', async () => {
    const [teacher, { token }] = [await student({ tipo_cliente: 'Docente' }), await rosa()]
    await ask(teacher.token, 'No puedo subir el video')
    expect((await list(token)).body.data.data[0]).toMatchObject({ id_usuario: teacher.person.id, autor: 'personal' })
  })

  it('shows a ticket whose mail failed', async () => {
    const { token } = await student({ id_cliente: 1 })
    const { numero } = (await ask(token, 'El correo no llega')).body.data
    const admin = await student({ tipo_cliente: 'Administrador', id_cliente: 1 })
    expect((await list(admin.token)).body.data.data[0]).toMatchObject({ numero, mensaje: 'El correo no llega' })
  })

  it('is for administrators only, and refuses unknown states', async () => {
    expect((await t.call('GET', '/api/soporte')).status).toBe(401)
    for (const tipo_cliente of ['Alumno', 'Docente'] as const)
      expect((await list((await student({ tipo_cliente })).token)).status).toBe(403)
    const admin = await student({ tipo_cliente: 'Administrador' })
    for (const query of ['?estado=perdido', '?estado=abierto&estado=cerrado', '?per_page=101', '?page=0'])
      expect((await list(admin.token, query)).status).toBe(422)
  })
})
