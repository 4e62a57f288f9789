import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
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
    expect(notices.body.data[0].mensaje).toContain('Respondimos a tu pedido de soporte')
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
      { ...second, id_usuario: id, nombres, apellidos, correo },
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
