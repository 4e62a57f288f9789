import { beforeEach, describe, expect, it } from 'vitest'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'

const t = useApp()
const { act, buy, notices, order, enrolledIn, referral, scene, settle } = shopping(t)

beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

/** A student with an order of S/ 149.00, and what reaches them. */
async function bought() {
  const { person, token, ids } = await scene()
  const { orden } = (await buy(token, ids)).body as { orden: string }
  const does = async (...actions: string[]) => {
    for (const action of actions) await act(orden, action)
    await settle()
  }
  const mails = () => t.outbox.filter(({ to }) => to === person.correo)
  const told = async () =>
    (await notices(person.id)).filter(({ ruta }) => ruta === `/pago?orden=${orden}`).map(({ mensaje }) => mensaje)
  return { person, token, ids, orden, short: orden.slice(0, 8).toUpperCase(), does, mails, told }
}

describe('the buyer is told, in the campus and by mail', () => {
  it.each([
    [
      ['rechazar'],
      'Tu pago fue rechazado',
      'No se te cobró nada y puedes intentarlo de nuevo.',
      ['La tarjeta no tiene saldo suficiente.', 'Intentar de nuevo:', 'Total: S/ 149.00'],
    ],
    [
      ['dejar_pendiente'],
      'Estamos esperando tu pago',
      'No pagues otra vez: te avisaremos.',
      ['Tu pago de S/ 149.00 está en camino.', 'No pagues otra vez mientras tanto.'],
    ],
    [
      ['aprobar', 'reembolsar'],
      'Te devolvimos el dinero',
      'Te devolvimos S/ 149.00\nYa no puedes entrar a esos cursos.',
      ['Devolvimos S/ 149.00 al medio con el que pagaste', 'Medio de pago: Pago de prueba'],
    ],
    [
      ['aprobar', 'contracargo'],
      'Tu banco retiró el pago',
      'Por ahora no puedes entrar a esos cursos.',
      ['Tu banco nos quitó el pago de S/ 149.00'],
    ],
    [
      ['pagar_dos_veces'],
      'Tu compra se cobró dos veces',
      'La academia ya fue avisada y te devolverá S/ 149.00.',
      ['te devolverá S/ 149.00: no tienes que hacer nada.', 'Tus cursos están abiertos.'],
    ],
  ])('%j', async (actions, title, message, lines) => {
    const { does, mails, told, orden, short, token } = await bought()
    await does(...actions)
    // The same news again, as networks repeat it.
    for (let n = 0; n < 2; n++) await t.call('GET', `/api/mercadopago/verificar-pago?orden=${orden}`, { token })
    await settle()
    const [mail, ...others] = mails().filter(({ subject }) => subject === `${title}: orden ${short}`)
    expect(others).toEqual([])
    for (const line of [`Orden: ${short}`, ...lines, `/pago?orden=${orden}`]) expect(mail?.text).toContain(line)
    expect(mail?.html).toContain(title)
    expect((await told()).filter((text) => text.includes(message))).toHaveLength(1)
  })

  it('once per state, however often the card is refused', async () => {
    const { does, mails, told } = await bought()
    await does('rechazar')
    await does('rechazar', 'rechazar')
    expect([mails().length, (await told()).length]).toEqual([1, 1])
  })

  it('not of a wait or a refusal that was over before the mail left', async () => {
    const { does, mails, short } = await bought()
    await does('avisar_en_desorden')
    expect(mails().map(({ subject }) => subject)).toEqual([`Tu compra en Marca 2: orden ${short}`])
  })

  it('of a double charge until it is given back: the order says how much is on its way', async () => {
    const { token, person, orden, does, mails, told } = await bought()
    await does('aprobar')
    expect(await order(token, orden)).toMatchObject({
      cobro_doble: false,
      por_devolver: 0,
      devuelto: 0,
      medio: 'Pago de prueba',
      intentos: 1,
    })
    await does('aprobar')
    expect(await order(token, orden)).toMatchObject({
      estado: 'pagada',
      cobro_doble: true,
      por_devolver: 149,
      intentos: 2,
    })
    await does('reembolsar')
    expect(await order(token, orden)).toMatchObject({
      estado: 'pagada',
      cobro_doble: false,
      por_devolver: 0,
      devuelto: 149,
    })
    expect(await enrolledIn(token, person.id)).toBe(1)
    expect(mails().filter(({ subject }) => subject.startsWith('Te devolvimos el cobro doble'))).toHaveLength(1)
    expect((await told()).filter((text) => text.includes('Es el cobro doble'))).toHaveLength(1)
  })

  it('of each part that is given back, once and with its own amount, and of the rest', async () => {
    const { token, person, orden, does, mails, told, short } = await bought()
    await does('aprobar')
    const about = async (title: string) => [
      (await told()).filter((text) => text.startsWith('Te devolvimos')),
      mails()
        .filter(({ subject }) => subject === `${title}: orden ${short}`)
        .map(({ text }) => /Devolvimos (S\/ [\d.]+)/.exec(text)?.[1]),
    ]
    const part = 'Te devolvimos S/ 40.00\nEs una parte de lo que pagaste.'
    for (const [devuelto, notices, letters] of [
      [40, [part], ['S/ 40.00']],
      [80, [part, part], ['S/ 40.00', 'S/ 40.00']],
    ] as const) {
      await does('devolver_parte')
      // The same news again, as networks repeat it.
      for (let n = 0; n < 2; n++) await t.call('GET', `/api/mercadopago/verificar-pago?orden=${orden}`, { token })
      await settle()
      expect(await order(token, orden)).toMatchObject({ estado: 'pagada', devuelto, por_devolver: 0 })
      expect(await about('Te devolvimos una parte de tu pago')).toEqual([notices, letters])
    }
    expect(await enrolledIn(token, person.id)).toBe(1)

    await does('reembolsar')
    expect(await order(token, orden)).toMatchObject({ estado: 'reembolsada', devuelto: 149 })
    const rest = 'Te devolvimos S/ 69.00\nYa no puedes entrar a esos cursos.'
    expect(await about('Te devolvimos el dinero')).toEqual([expect.arrayContaining([part, part, rest]), ['S/ 69.00']])
    expect((await told()).filter((text) => text.startsWith('Te devolvimos'))).toHaveLength(3)
  })

  it('of parts that make up the whole: the last one ends the access', async () => {
    const { token, orden, does, told } = await bought()
    for (const action of ['aprobar', ...Array(4).fill('devolver_parte')]) await does(action)
    expect(await order(token, orden)).toMatchObject({ estado: 'reembolsada', devuelto: 149 })
    expect((await told()).filter((text) => text.includes('S/ 29.00'))).toHaveLength(1)
  })

  it('of an order that paid what another one had paid', async () => {
    const { person, token, ids } = await scene(3)
    const [one = 0, two = 0, three = 0] = ids
    const { codigo } = await referral(10)
    const first = (await buy(token, [one, two])).body.orden
    const second = (await buy(token, [two, three], { codigo })).body.orden
    for (const orden of [first, second]) await act(orden, 'aprobar')
    await settle()
    const short = second.slice(0, 8).toUpperCase()
    const mail = t.outbox.find(({ to, subject }) => to === person.correo && subject.startsWith('Pagaste un curso'))
    expect(mail?.subject).toBe(`Pagaste un curso que ya tenías: orden ${short}`)
    expect(mail?.text).toContain('te devolverá S/ 134.10')
    // Only the course of the earlier order, at what this one took for it.
    expect(await order(token, second)).toMatchObject({ estado: 'pagada', por_devolver: 134.1, cobro_doble: true })
    expect(await order(token, first)).toMatchObject({ estado: 'pagada', por_devolver: 0, cobro_doble: false })

    await act(second, 'devolver_parte')
    await settle()
    expect(await order(token, second)).toMatchObject({ estado: 'pagada', por_devolver: 94.1, devuelto: 40 })
    await act(second, 'reembolsar')
    await settle()
    expect(await order(token, second)).toMatchObject({ estado: 'reembolsada', por_devolver: 0, cobro_doble: false })
    expect(await enrolledIn(token, person.id)).toBe(2)
  })

  it('of a course paid twice: either order gives the money back, and the course stays', async () => {
    const { person, token, ids } = await scene(2)
    const first = (await buy(token, ids)).body.orden
    const second = (await buy(token, ids.slice(0, 1))).body.orden
    for (const orden of [first, second]) await act(orden, 'aprobar')
    await settle()
    expect(await order(token, second)).toMatchObject({ por_devolver: 149 })
    await act(second, 'reembolsar')
    await settle()
    const asunto = `Orden ${second.slice(0, 8).toUpperCase()}`
    const mensaje = 'Te devolvimos S/ 149.00\nEs el cobro doble de tu orden.'
    expect(await notices(person.id)).toContainEqual(expect.objectContaining({ mensaje, asunto }))
    const told = (await notices(person.id)).map(({ mensaje }) => mensaje)
    expect(told.filter((text) => text.includes('El acceso'))).toEqual([])
    expect(await enrolledIn(token, person.id)).toBe(2)
  })

  it('by one welcome per order: no mail per course', async () => {
    const { person, token, ids } = await scene(3)
    const { orden } = (await buy(token, ids)).body
    await act(orden, 'aprobar')
    await settle()
    const [row] = await t.database
      .sql`SELECT count(*)::int AS n FROM notificaciones WHERE id_usuario = ${person.id} AND correo = 'pendiente'`
    expect(row?.n).toBe(0)
    expect(t.outbox.filter(({ to }) => to === person.correo)).toHaveLength(1)
  })
})

it('the referrer is told once of each reward, in the campus and by mail', async () => {
  const { owner, codigo } = await referral(10)
  const { token, ids } = await scene()
  const { orden } = (await buy(token, ids, { codigo })).body
  for (const action of ['aprobar', 'reembolsar', 'aprobar']) {
    await act(orden, action)
    await settle()
  }
  const mensaje = '¡Compraron con tu código!\nGanaste 100 puntos.'
  expect(await notices(owner.id)).toMatchObject([{ mensaje, asunto: codigo }])
  const rows = await t.database
    .sql`SELECT correo FROM notificaciones WHERE id_usuario = ${owner.id} AND evento = 'referido'`
  expect(rows.map(({ correo }) => correo)).toEqual(['pendiente'])
})

it('GET /medios-de-pago says what the gateway accepts', async () => {
  const answer = await t.call('GET', '/api/medios-de-pago')
  expect([answer.status, answer.body.data]).toEqual([200, [{ clave: 'prueba', nombre: 'Pago de prueba' }]])
})
