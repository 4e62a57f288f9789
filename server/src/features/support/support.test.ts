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
  it('stores a numbered ticket and mails it in the account’s name, whatever the body says', async () => {
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

  it.each(['', '         ', 'corto', '  123456789  ', null, 5])(
    'refuses %j with the text of the specification',
    async (mensaje) => {
      const { token } = await student()
      const answer = await ask(token, mensaje)
      expect(answer.status).toBe(422)
      expect(answer.body.errors.mensaje).toEqual([
        'El mensaje no puede estar vacío y debe tener al menos 10 caracteres.',
      ])
    },
  )

  it('needs a token and lets nobody flood', async () => {
    const { token } = await student()
    expect((await t.call('POST', '/api/enviar-soporte', { body: { mensaje: 'Hola, necesito ayuda' } })).status).toBe(
      401,
    )
    const answers = []
    for (let n = 0; n < 6; n++) answers.push(await ask(token, `Necesito ayuda ${n}`))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(Number(answers[5]?.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('numbers the tickets of a brand without gaps under parallel posts', async () => {
    const people = await Promise.all(Array.from({ length: 25 }, () => student({ id_cliente: 3 })))
    const answers = await Promise.all(people.map(({ token }) => ask(token, 'Todos a la vez aquí')))
    const numbers = answers.map((answer) => answer.body.data.numero).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 25 }, (_, i) => i + 1))
  })
})

describe('tickets', () => {
  it('are seen by their author, answered by the administrator of the brand, and told', async () => {
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
    const told = await t.call('GET', `/api/notificaciones/usuario/${person.id}`, { token })
    expect(told.body.data[0].mensaje).toContain('Respondimos a tu pedido de soporte')
  })
})
