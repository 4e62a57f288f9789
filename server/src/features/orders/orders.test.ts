import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'

const t = useApp()
const { buy, scene, act, order, enrolledIn, settle, notices, warningsOf } = shopping(t)
const verify = (token: string, query: string) => t.call('GET', `/api/mercadopago/verificar-pago?${query}`, { token })
const stateOf = async (token: string, numero: string) => (await order(token, numero)).estado
const later = async (numero: string, minutes: number) => {
  await t.database
    .sql`UPDATE ordenes SET creada_en = creada_en - make_interval(mins => ${minutes}) WHERE numero = ${numero}`
}
const run = async (job: string) => {
  await t.deps.jobs.send(t.deps.db, job, {})
  await settle()
}

beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

describe('paying', () => {
  it('enrols, notifies and mails once, on the verified notification', async () => {
    const { person, token, ids } = await scene(2)
    const { orden } = (await buy(token, ids)).body
    await act(orden, 'aprobar_y_avisar_dos_veces')
    expect(await enrolledIn(token, person.id)).toBe(0)
    await settle()
    expect(await order(token, orden)).toMatchObject({
      estado: 'pagada',
      estado_texto: 'Pagada, ya puedes estudiar',
      init_point: null,
    })
    expect(await enrolledIn(token, person.id)).toBe(2)
    expect((await notices(person.id)).map((notice) => notice.ruta).sort()).toEqual(
      ids.map((id) => `/miscursos/${id}/modulos`).sort(),
    )
    const mails = t.outbox.filter((letter) => letter.to === person.correo)
    expect(mails).toHaveLength(1)
    const short = orden.slice(0, 8).toUpperCase()
    expect(mails[0]?.subject).toBe(`Tu compra en Marca 2: orden ${short}`)
    const [, fecha] = /Fecha: (.+)/.exec(mails[0]?.text ?? '') ?? []
    expect(fecha).toMatch(/^\d{1,2} [a-z]{3,4} 20\d\d, \d\d:\d\d$/)
    expect(mails[0]?.text).toBe(
      [
        'Hola, Ana:',
        '',
        'Recibimos tu pago de S/ 298.00. ¡Gracias! Ya puedes empezar.',
        '',
        `Orden: ${short}\nFecha: ${fecha}\nMedio de pago: Pago de prueba`,
        'Curso 1: S/ 149.00',
        `http://campus.test/miscursos/${ids[0]}/modulos?marca=marca-2`,
        'Curso 2: S/ 149.00',
        `http://campus.test/miscursos/${ids[1]}/modulos?marca=marca-2`,
        'Total: S/ 298.00',
        '',
        'Empezar ahora:',
        'http://campus.test/miscursos?marca=marca-2',
        '',
        `El detalle de tu compra: http://campus.test/pago?orden=${orden}&marca=marca-2`,
        '',
        'Todas tus compras: http://campus.test/compras?marca=marca-2',
        '',
        'Marca 2: http://campus.test/?marca=marca-2',
      ].join('\n'),
    )
    expect((await buy(token, ids.slice(0, 1))).status).toBe(422)
  })

  it.each([
    [
      'rechazar',
      'rechazada',
      'La tarjeta no tiene saldo suficiente. Prueba con otra tarjeta o con otro medio de pago.',
    ],
    ['dejar_pendiente', 'en_espera', null],
  ])('%s leaves the order %s and no one enrolled; the same order can be paid later', async (accion, estado, motivo) => {
    const { person, token, ids } = await scene()
    const { orden } = (await buy(token, ids)).body
    await act(orden, accion)
    await settle()
    expect(await order(token, orden)).toMatchObject({ estado, motivo })
    expect(await enrolledIn(token, person.id)).toBe(0)
    expect((await buy(token, ids)).body.orden).toBe(orden)
    await act(orden, 'aprobar')
    await settle()
    expect(await stateOf(token, orden)).toBe('pagada')
  })

  it('ignores a forged notification, and recovers by reconciliation: the buyer’s button and the job', async () => {
    for (const way of ['button', 'job']) {
      const { person, token, ids } = await scene()
      const { orden } = (await buy(token, ids)).body
      await act(orden, 'aprobar_con_firma_mala')
      await settle()
      expect(await stateOf(token, orden)).toBe('pendiente')
      if (way === 'button') expect((await verify(token, `orden=${orden}`)).body.data.estado).toBe('pagada')
      else {
        await later(orden, 5)
        await run('conciliar-pagos')
        expect(await stateOf(token, orden)).toBe('pagada')
      }
      expect(await enrolledIn(token, person.id)).toBe(1)
    }
  })

  it('is also found by the payment id of the gateway', async () => {
    const { token, ids } = await scene()
    const { orden } = (await buy(token, ids)).body
    await act(orden, 'aprobar_sin_avisar')
    const [payment] = await t.database.sql`SELECT id FROM pagos_de_prueba WHERE referencia = ${orden}`
    expect((await verify(token, `payment_id=${payment?.id}`)).body.data).toMatchObject({
      numero: orden,
      estado: 'pagada',
    })
  })

  it('belongs to its buyer: another user’s order and payment respond exactly like missing ones', async () => {
    const { token, ids } = await scene()
    const { orden } = (await buy(token, ids)).body
    await act(orden, 'aprobar_sin_avisar')
    const [payment] = await t.database.sql`SELECT id FROM pagos_de_prueba WHERE referencia = ${orden}`
    const other = (await scene()).token
    const foreign = await aPerson(t.deps.db, { id_cliente: 1, tipo_cliente: 'Administrador' })
    const absent = await t.call('GET', `/api/ordenes/${randomUUID()}`, { token })
    expect([absent.status, absent.body.message]).toEqual([404, 'No encontramos lo que buscas.'])
    for (const refused of [
      await t.call('GET', `/api/ordenes/${orden}`, { token: other }),
      await t.call('GET', `/api/ordenes/${orden}`, { token: await t.tokenOf(foreign.id) }),
      await verify(other, `orden=${orden}`),
      await verify(other, `payment_id=${payment?.id}`),
      await verify(token, `payment_id=${randomUUID()}`),
      await verify(token, ''),
    ])
      expect([refused.status, refused.body]).toEqual([404, absent.body])
    // The requests of others changed nothing.
    expect(await stateOf(token, orden)).toBe('pendiente')
    expect((await t.call('GET', `/api/ordenes/${orden}`)).status).toBe(401)
    expect((await t.call('GET', '/api/ordenes')).status).toBe(401)
    expect((await t.call('GET', '/api/mercadopago/verificar-pago')).status).toBe(401)
    expect((await t.call('GET', '/api/ordenes', { token: other })).body.data.data).toEqual([])
  })

  it('may be verified 80 times in five minutes: 15 seconds of each of five returns', async () => {
    const { token, ids } = await scene()
    const { orden } = (await buy(token, ids)).body
    const answers = await Promise.all(Array.from({ length: 81 }, () => verify(token, `orden=${orden}`)))
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(1)
  })
})

describe('refunds and chargebacks', () => {
  it.each([
    ['reembolsar', 'reembolsada', 'Una devolución', 'Te devolvimos S/ 149.00'],
    ['contracargo', 'contracargo', 'Un contracargo', 'Tu banco retiró el pago'],
  ])(
    '%s suspends the enrolment and notifies the staff, also by mail, and the buyer',
    async (accion, estado, asunto, aviso) => {
      const { person, token, ids } = await scene()
      const admin = await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })
      const stranger = await aPerson(t.deps.db, { tipo_cliente: 'Administrador', id_cliente: 1 })
      const { orden } = (await buy(token, ids)).body
      await act(orden, 'aprobar')
      await settle()
      await act(orden, accion)
      await settle()
      expect(await stateOf(token, orden)).toBe(estado)
      expect(await enrolledIn(token, person.id)).toBe(0)
      expect((await t.call('GET', `/api/modulos/curso/${ids[0]}`, { token })).status).toBe(200)
      expect((await t.call('GET', `/api/evaluaciones/solo/curso/${ids[0]}`, { token })).status).toBe(403)
      expect((await notices(admin.id)).filter(({ ruta }) => ruta?.endsWith(orden))).toHaveLength(1)
      const letters = warningsOf(admin.correo, orden)
      expect(letters.map((letter) => letter.subject)).toEqual([`${asunto} necesita tu atención`])
      expect(t.outbox.filter((letter) => letter.to === stranger.correo)).toEqual([])
      const mine = (await notices(person.id)).find((notice) => notice.ruta === `/pago?orden=${orden}`)
      expect(mine?.mensaje).toContain(aviso)
      // A refunded course can be bought again, and only a payment opens it.
      const again = (await buy(token, ids)).body.orden
      expect(again).not.toBe(orden)
      await act(again, 'aprobar')
      await settle()
      expect(await enrolledIn(token, person.id)).toBe(1)
    },
  )

  it('keeps the enrolment when one of two payments is refunded', async () => {
    const { person, token, ids } = await scene()
    const { orden } = (await buy(token, ids)).body
    await act(orden, 'pagar_dos_veces')
    await settle()
    await act(orden, 'reembolsar')
    await settle()
    expect(await stateOf(token, orden)).toBe('pagada')
    expect(await enrolledIn(token, person.id)).toBe(1)
  })

  it('is found at night when its notification was lost', async () => {
    const { person, token, ids } = await scene()
    const { orden } = (await buy(token, ids)).body
    await act(orden, 'aprobar')
    await settle()
    await t.database.sql`UPDATE pagos_de_prueba SET estado = 'charged_back' WHERE referencia = ${orden}`
    await run('conciliar-pagadas')
    expect(await stateOf(token, orden)).toBe('contracargo')
    expect(await enrolledIn(token, person.id)).toBe(0)
  })

  it.each(['notification', 'night'])('is undone by the %s once the bank decided for the academy', async (way) => {
    const { person, token, ids } = await scene()
    const { orden } = (await buy(token, ids)).body
    await act(orden, 'aprobar')
    await settle()
    await act(orden, 'contracargo')
    await settle()
    expect([await stateOf(token, orden), await enrolledIn(token, person.id)]).toEqual(['contracargo', 0])
    await t.database.sql`UPDATE pagos_de_prueba SET estado = 'approved' WHERE referencia = ${orden}`
    if (way === 'night') await run('conciliar-pagadas')
    else {
      const [payment] = await t.database.sql<
        { id: string }[]
      >`SELECT id FROM pagos_de_prueba WHERE referencia = ${orden}`
      await t.deps.jobs.send(t.deps.db, 'pago-evento', { id: payment?.id })
      await settle()
    }
    expect([await stateOf(token, orden), await enrolledIn(token, person.id)]).toEqual(['pagada', 1])
  })

  it('keeps courses of another paid order, and warns the staff of the double purchase', async () => {
    const { person, token, ids } = await scene(2)
    const admin = await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })
    const first = (await buy(token, ids)).body.orden
    const second = (await buy(token, ids.slice(0, 1))).body.orden
    await act(first, 'aprobar')
    await act(second, 'aprobar')
    await settle()
    expect((await notices(admin.id)).filter((notice) => notice.mensaje.includes('ya tenía pagados'))).toHaveLength(1)
    await act(first, 'reembolsar')
    await settle()
    expect(await enrolledIn(token, person.id)).toBe(1)
    await act(second, 'reembolsar')
    await settle()
    expect(await enrolledIn(token, person.id)).toBe(0)
  })
})

it('orders are listed newest first, by pages', async () => {
  const { token, ids } = await scene(3)
  const made = []
  for (const id of ids) made.unshift((await buy(token, [id])).body.orden)
  const page = async (n: number) =>
    (await t.call('GET', `/api/ordenes?page=${n}&per_page=2`, { token })).body.data as {
      data: { numero: string }[]
      total: number
      last_page: number
    }
  const [one, two] = [await page(1), await page(2)]
  expect([...one.data, ...two.data].map((row) => row.numero)).toEqual(made)
  expect([one.total, one.last_page]).toEqual([3, 2])
})
