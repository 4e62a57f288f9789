import type { Role } from '@campus/contract/permissions'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { selling } from '../../../test/sales.ts'
import { shopping } from '../../../test/shop.ts'

const t = useApp()
const { buy, scene, act, settle } = shopping(t)
const { sale } = selling(t)

const member = async (role: Role, id_cliente = 2) => {
  const person = await aPerson(t.deps.db, { id_cliente, nombres: 'Rosa', apellidos: 'Paredes', roles: [role] })
  return { ...person, token: await t.tokenOf(person.id) }
}

beforeEach(async () => void (await t.database.sql`DELETE FROM limites`))

const post = (numero: string, what: string, token: string) =>
  t.call('POST', `/api/gestion/ordenes/${numero}/${what}`, { token })

describe('what staff do to an order', () => {
  let cashier: Awaited<ReturnType<typeof member>>
  beforeAll(async () => {
    cashier = await member('caja')
  })
  const seen = async (numero: string) =>
    (await t.call('GET', `/api/gestion/ordenes/${numero}`, { token: cashier.token })).body.data
  const texts = async (numero: string) => (await seen(numero)).historia.map(({ texto }: { texto: string }) => texto)

  it('asks the gateway: what was paid unseen counts at once', async () => {
    const { person, token, ids } = await scene()
    const { orden } = (await buy(token, ids)).body
    await act(orden, 'aprobar_sin_avisar')
    expect((await seen(orden)).estado).toBe('pendiente')
    expect((await post(orden, 'verificar', cashier.token)).body.data.estado).toBe('pagada')
    expect(await texts(orden)).toContain('Rosa Paredes le preguntó a MercadoPago por el pago')
    const course = { id: ids[0] ?? 0, nombre: 'Curso 1', centimos: 14_900 }
    const manual = await sale({ buyer: person, courses: [course], personal: cashier })
    expect((await post(manual, 'verificar', cashier.token)).body.code).toBe('PAGO_NO_DISPONIBLE')
  })

  it('sends the confirmation again, a few times, of paid orders alone', async () => {
    const { person, token, ids } = await scene()
    const { orden } = (await buy(token, ids)).body
    expect((await post(orden, 'reenviar', cashier.token)).body.code).toBe('ORDEN_NO_PAGADA')
    await act(orden, 'aprobar_sin_avisar')
    await post(orden, 'verificar', cashier.token)
    expect(await texts(orden)).not.toContain('Le enviamos la confirmación')
    await settle()
    expect((await texts(orden)).at(-1)).toBe('Le enviamos la confirmación')
    const mails = () => t.outbox.filter(({ to }) => to === person.correo).map(({ messageId }) => messageId)
    expect(mails()).toHaveLength(1)
    expect((await post(orden, 'reenviar', cashier.token)).status).toBe(200)
    await settle()
    expect(mails()).toHaveLength(2)
    expect(await texts(orden)).toContain('Rosa Paredes reenvió la confirmación')
    const answers = [await post(orden, 'reenviar', cashier.token), await post(orden, 'reenviar', cashier.token)]
    answers.push(await post(orden, 'reenviar', cashier.token))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    await settle()
    // Mail programs show one mail of a Message-ID.
    expect([mails().length, new Set(mails()).size]).toEqual([4, 4])
  })

  it('cancels an order that nobody paid; a late payment opens it again', async () => {
    const { token, ids } = await scene()
    const { orden } = (await buy(token, ids)).body
    const answers = await Promise.all([1, 2, 3].map(() => post(orden, 'cancelar', cashier.token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('ORDEN_NO_CANCELABLE')
    expect(await texts(orden)).toContain('Rosa Paredes canceló la orden')
    await act(orden, 'aprobar')
    await settle()
    expect((await seen(orden)).estado).toBe('pagada')
    expect((await post(orden, 'cancelar', cashier.token)).status).toBe(409)
  })

  it('is for who registers sales, in their brand', async () => {
    const { token, ids } = await scene()
    const { orden } = (await buy(token, ids)).body
    const support = await member('soporte')
    const foreign = await member('marca', 1)
    for (const what of ['verificar', 'reenviar', 'cancelar']) {
      expect((await post(orden, what, support.token)).status).toBe(403)
      expect((await post(orden, what, foreign.token)).status).toBe(404)
    }
  })
})
