import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import type { PaymentStatus } from './gateway.ts'
import { sandbox } from './sandbox.ts'
import { applyPayment } from './settlement.ts'

const t = useApp()

async function scene(courses = 1) {
  const person = await aPerson(t.deps.db)
  const token = await t.tokenOf(person.id)
  const bought = []
  for (let n = 0; n < courses; n++) bought.push(await aCourse(t.deps.db, { nombre: `Curso ${n + 1}` }))
  return { person, token, courses: bought }
}

const buy = (token: string, ids: number[], extra: object = {}) =>
  t.call('POST', '/api/mercadopago/preference', {
    token,
    body: { items: ids.map((id) => ({ id, quantity: 1, ...extra })) },
  })
const act = (numero: string, accion: string) =>
  t.call('POST', `/api/pasarela-de-prueba/${numero}`, { body: { accion } })
const order = (token: string, numero: string) => t.call('GET', `/api/ordenes/${numero}`, { token })
const enrolled = async (token: string, id: number) =>
  (await t.call('GET', `/api/matriculas/usuario/${id}`, { token })).body.data.length

async function settle() {
  let ran = 1
  while (ran > 0) ran = await t.deps.jobs.drain()
}

describe('POST /api/mercadopago/preference', () => {
  it('writes the order first, at the server’s prices whatever the body says, and gives the place to pay', async () => {
    const { token, courses } = await scene(2)
    const answer = await buy(
      token,
      courses.map((c) => c.id),
      { costo: 0.01, nombre: 'Otro', quantity: 99 },
    )
    expect(answer.status).toBe(200)
    expect(answer.body.init_point).toBe(`http://campus.test/pasarela-de-prueba/${answer.body.orden}`)
    const made = await order(token, answer.body.orden)
    expect(made.body.data).toMatchObject({
      estado: 'pendiente',
      subtotal: 298,
      descuento: 0,
      total: 298,
      pagada_en: null,
    })
    expect(made.body.data.lineas.map((l: { nombre: string; precio: number }) => [l.nombre, l.precio])).toEqual([
      ['Curso 1', 149],
      ['Curso 2', 149],
    ])
  })

  it('refuses what is repeated, owned, not for sale or of another brand, naming it', async () => {
    const { person, token, courses } = await scene(2)
    const [one, two] = courses.map((c) => c.id)
    await anEnrolment(t.deps.db, person.id, two ?? 0)
    const foreign = await aCourse(t.deps.db, { id_cliente: 1 })
    expect((await buy(token, [one ?? 0, one ?? 0])).body.errors.items).toEqual(['Repetiste «Curso 1».'])
    expect((await buy(token, [two ?? 0])).body.errors.items).toEqual(['Ya tienes «Curso 2».'])
    const gone = await buy(token, [foreign.id])
    expect([gone.status, gone.body.errors.items]).toEqual([422, ['Uno de los cursos ya no está a la venta.']])
    expect((await buy(token, [])).body.errors.items).toEqual(['Hubo un problema al procesar el pago.'])
    expect((await t.call('POST', '/api/mercadopago/preference', { body: { items: [{ id: one }] } })).status).toBe(401)
  })

  it('is one order for 30 presses at once', async () => {
    const { token, courses } = await scene()
    const answers = await Promise.all(Array.from({ length: 30 }, () => buy(token, [courses[0]?.id ?? 0])))
    expect(new Set(answers.map((answer) => answer.body.orden)).size).toBe(1)
    expect((await t.call('GET', '/api/ordenes', { token })).body.data.total).toBe(1)
  })
})

describe('paying', () => {
  it('enrols, tells and mails once, when the verified notification comes', async () => {
    const { person, token, courses } = await scene(2)
    const { orden } = (
      await buy(
        token,
        courses.map((c) => c.id),
      )
    ).body
    await act(orden, 'aprobar_y_avisar_dos_veces')
    expect(await enrolled(token, person.id)).toBe(0)
    await settle()
    expect((await order(token, orden)).body.data).toMatchObject({
      estado: 'pagada',
      estado_texto: 'Pagada, ya puedes estudiar',
      init_point: null,
    })
    expect(await enrolled(token, person.id)).toBe(2)
    const mails = t.outbox.filter((letter) => letter.to === person.correo && letter.subject.startsWith('Tu compra'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(orden)
    expect((await buy(token, [courses[0]?.id ?? 0])).status).toBe(422)
  })

  it.each([
    ['rechazar', 'rechazada'],
    ['dejar_pendiente', 'en_espera'],
  ])('%s leaves the order %s and nobody enrolled; the same order can be paid later', async (accion, estado) => {
    const { person, token, courses } = await scene()
    const { orden } = (await buy(token, [courses[0]?.id ?? 0])).body
    await act(orden, accion)
    await settle()
    expect((await order(token, orden)).body.data.estado).toBe(estado)
    expect(await enrolled(token, person.id)).toBe(0)
    expect((await buy(token, [courses[0]?.id ?? 0])).body.orden).toBe(orden)
    await act(orden, 'aprobar')
    await settle()
    expect((await order(token, orden)).body.data.estado).toBe('pagada')
  })

  it('believes no forged notification, and heals by asking: the buyer’s button and the job', async () => {
    for (const way of ['button', 'job']) {
      const { person, token, courses } = await scene()
      const { orden } = (await buy(token, [courses[0]?.id ?? 0])).body
      await act(orden, 'aprobar_con_firma_mala')
      await settle()
      expect((await order(token, orden)).body.data.estado).toBe('pendiente')
      if (way === 'button') {
        const checked = await t.call('GET', `/api/mercadopago/verificar-pago?orden=${orden}`, { token })
        expect(checked.body.data.estado).toBe('pagada')
      } else {
        await t.database.sql`UPDATE ordenes SET creada_en = now() - interval '5 minutes' WHERE numero = ${orden}`
        await t.deps.jobs.send(t.deps.db, 'conciliar-pagos', {})
        await settle()
        expect((await order(token, orden)).body.data.estado).toBe('pagada')
      }
      expect(await enrolled(token, person.id)).toBe(1)
    }
  })

  it('is each one’s own: another’s order and payment are absent', async () => {
    const { token, courses } = await scene()
    const { orden } = (await buy(token, [courses[0]?.id ?? 0])).body
    const other = await scene()
    expect((await order(other.token, orden)).status).toBe(404)
    expect((await t.call('GET', `/api/mercadopago/verificar-pago?orden=${orden}`, { token: other.token })).status).toBe(
      404,
    )
    expect((await t.call('GET', `/api/mercadopago/verificar-pago?payment_id=${randomUUID()}`, { token })).status).toBe(
      404,
    )
    expect((await t.call('GET', `/api/ordenes/${orden}`)).status).toBe(401)
  })

  it.each([
    ['reembolsar', 'reembolsada'],
    ['contracargo', 'contracargo'],
  ])('%s suspends the access and tells the staff', async (accion, estado) => {
    const { person, token, courses } = await scene()
    const admin = await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })
    const { orden } = (await buy(token, [courses[0]?.id ?? 0])).body
    await act(orden, 'aprobar')
    await settle()
    await act(orden, accion)
    await settle()
    expect((await order(token, orden)).body.data.estado).toBe(estado)
    expect(await enrolled(token, person.id)).toBe(0)
    const told = await t.call('GET', `/api/notificaciones/usuario/${admin.id}`, { token: await t.tokenOf(admin.id) })
    expect(told.body.data.some((n: { mensaje: string }) => n.mensaje.includes(orden))).toBe(true)
  })

  it('keeps the access when one of two payments is returned', async () => {
    const { person, token, courses } = await scene()
    const { orden } = (await buy(token, [courses[0]?.id ?? 0])).body
    await act(orden, 'pagar_dos_veces')
    await settle()
    await act(orden, 'reembolsar')
    await settle()
    expect((await order(token, orden)).body.data.estado).toBe('pagada')
    expect(await enrolled(token, person.id)).toBe(1)
  })
})

describe('POST /api/mercadopago/webhook', () => {
  it.each([
    [{}, 401],
    [{ 'x-signature': 'ts=1,v1=00', 'x-request-id': 'a' }, 401],
    [{ 'x-signature': 'basura' }, 401],
  ])('refuses %j', async (headers, status) => {
    const answer = await t.call('POST', '/api/mercadopago/webhook?data.id=1&type=payment', {
      headers,
      body: { data: { id: '1' } },
    })
    expect(answer.status).toBe(status)
  })
})

describe('settlement', () => {
  const step = fc.record({
    status: fc.constantFrom<PaymentStatus>('pending', 'rejected', 'cancelled', 'approved', 'refunded', 'charged_back'),
    payment: fc.constantFrom('a', 'b'),
    amount: fc.constantFrom(14_900, 14_900, 14_900, 1),
  })

  type Step = { status: PaymentStatus; payment: string; amount: number }

  const tell = (orden: string, { status, payment, amount }: Step) =>
    applyPayment(t.deps.db, t.deps.jobs, sandbox(t.deps.db, t.deps.config), {
      id: `${orden}-${payment}`,
      reference: orden,
      status,
      detail: null,
      amountCentimos: amount,
      currency: 'PEN',
      live: false,
    })

  /** Tells each step twice and answers the states that the order went through. */
  async function walk(steps: Step[]) {
    const { person, token, courses } = await scene()
    const { orden } = (await buy(token, [courses[0]?.id ?? 0])).body
    const states: string[] = []
    for (const one of steps) {
      await tell(orden, one)
      await tell(orden, one)
      const [row] = await t.database.sql`SELECT estado FROM ordenes WHERE numero = ${orden}`
      states.push(row?.estado)
      // Paid means enrolled, and enrolled means paid.
      expect(await enrolled(token, person.id)).toBe(row?.estado === 'pagada' ? 1 : 0)
    }
    return states
  }

  it('ends in the same state whatever order the words come in', async () => {
    const word = fc.record({ status: step.map((one) => one.status), payment: fc.constantFrom('a', 'b') })
    await fc.assert(
      fc.asyncProperty(
        fc
          .array(word, { minLength: 2, maxLength: 5 })
          .chain((words) => fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length }))),
        async ([words, shuffled]) => {
          const amount = 14_900
          const one = await walk(words.map((entry) => ({ ...entry, amount })))
          const other = await walk(shuffled.map((entry) => ({ ...entry, amount })))
          expect(other.at(-1)).toBe(one.at(-1))
        },
      ),
      { numRuns: 25 },
    )
  })

  it('never goes back, never invents a sale and never loses one, in whatever order and however often words come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const states = await walk(steps)
        const first = states.indexOf('pagada')
        const after = first < 0 ? [] : states.slice(first)
        // A second payment of another amount is looked at by a person; the order is never to be paid again.
        expect(after.filter((state) => ['pendiente', 'en_espera', 'rechazada', 'cancelada'].includes(state))).toEqual(
          [],
        )
        const whole = steps.slice(0, first + 1).some((one) => one.status === 'approved' && one.amount === 14_900)
        expect(first < 0 || whole).toBe(true)
      }),
      { numRuns: 40 },
    )
  })
})
