import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aCourse, aPerson, limaDay } from '../../../test/builders.ts'
import { aCouponBody, letHoldsEnd, makeCoupon } from '../../../test/coupons.ts'
import { useApp } from '../../../test/harness.ts'
import { aSale } from '../../../test/sales.ts'
import { shopping } from '../../../test/shop.ts'
import { makeSandboxPayment } from '../orders/sandbox.ts'

const t = useApp()
const { buy, scene, act, order, referral, settle, enrolledIn } = shopping(t)
let admin: string

beforeAll(async () => {
  admin = await t.tokenOf((await aPerson(t.deps.db, { roles: ['marca'] })).id)
})
beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

const coupon = (change: object = {}) => makeCoupon(t, admin, change)
const checked = async (ids: number[], cupon: string, token?: string) =>
  (await t.call('GET', `/api/carrito?ids=${ids.join()}&cupon=${encodeURIComponent(cupon)}`, { token })).body.data.cupon
const read = async (id: number) => (await t.call('GET', `/api/gestion/cupones/${id}`, { token: admin })).body.data
const inbox = async () => (await t.call('GET', '/api/gestion/bandeja', { token: admin })).body.data.cupones_pasados

/** Orders of new students with the coupon; `[total, reason]` of each. */
async function bought(ids: number[], cupon: string, token: string) {
  const { status, body } = await buy(token, ids, { cupon })
  expect([status, body.message]).toEqual([200, undefined])
  const { total } = await order(token, body.orden)
  return { orden: body.orden as string, total, motivo: body.cupon?.motivo ?? null, valido: body.cupon?.valido }
}

describe('what a coupon takes off', () => {
  it('a percent of its courses alone, alike in cart, order, gateway and money', async () => {
    const { person, token, ids } = await scene(3)
    for (const [at, centimos] of [10_001, 5997, 20_000].entries())
      await t.database.sql`UPDATE cursos SET costo_centimos = ${centimos} WHERE id = ${ids[at] ?? 0}`
    const { codigo } = await coupon({ porcentaje: 15, cursos: ids.slice(0, 2) })
    expect(await checked(ids, codigo.toLowerCase(), token)).toEqual({
      ...{ codigo, porcentaje: 15, descuento: null, cursos: ids.slice(0, 2), valido: true, motivo: null },
    })
    // 15 % of 159.98 is 24.00, of which 15.00 of the first and 9.00 of the second.
    const { orden, total } = await bought(ids, codigo, token)
    expect(total).toBe(335.98)
    await act(orden, 'aprobar')
    await settle()
    expect(await order(token, orden)).toMatchObject({ estado: 'pagada', descuento: 24, codigo_cupon: codigo })
    const staff = (await t.call('GET', `/api/gestion/ordenes/${orden}`, { token: admin })).body.data
    const lines = staff.lineas.map((line: Record<string, number>) => [line.id_curso, line.descuento, line.pagado])
    expect([staff.codigo, lines]).toEqual([
      codigo,
      [
        [ids[0], 15, 85.01],
        [ids[1], 9, 50.97],
        [ids[2], 0, 200],
      ],
    ])
    const mail = t.outbox.find(({ to, text }) => to === person.correo && text.includes(orden.slice(0, 8).toUpperCase()))
    expect(mail?.text).toContain(`Cupón ${codigo}: -S/ 24.00`)
    const listed = (await t.call('GET', `/api/gestion/ordenes?codigo=${codigo}`, { token: admin })).body.data.data
    expect(listed.map(({ numero, codigo }: Record<string, string>) => [numero, codigo])).toEqual([[orden, codigo]])
  })

  it('an amount of its courses together, at most what they cost', async () => {
    const { token, ids } = await scene(2)
    const some = await coupon({ porcentaje: null, descuento: 50, cursos: [ids[1]] })
    expect((await bought(ids, some.codigo, token)).total).toBe(248)
    const all = await coupon({ porcentaje: null, descuento: 500, cursos: [ids[0]] })
    expect((await bought(ids, all.codigo, token)).total).toBe(149)
  })

  it('everything is enrolled at once, and used', async () => {
    const { person, token, ids } = await scene(2)
    const { id, codigo } = await coupon({ porcentaje: 100, usos: 1 })
    const { orden } = await bought(ids, codigo, token)
    expect([(await order(token, orden)).estado, await enrolledIn(token, person.id)]).toEqual(['pagada', 2])
    expect(await read(id)).toMatchObject({ usos: 1, apartados: 0, estado: 'agotado', pasados: 0 })
  })

  it('is never added to a referral: the better one counts, a tie is the referral’s', async () => {
    const { codigo, owner } = await referral(20)
    const used = async () => (await t.database.sql`SELECT count(*)::int AS n FROM cupon_usos`)[0]?.n
    for (const [porcentaje, total, counts] of [
      [30, 104.3, 'cupon'],
      [10, 119.2, 'codigo'],
      [20, 119.2, 'codigo'],
    ] as const) {
      const { token, ids } = await scene()
      const made = await coupon({ porcentaje })
      const before = await used()
      const { body } = await buy(token, ids, { codigo, cupon: made.codigo })
      const stored = await order(token, body.orden)
      expect([porcentaje, stored.total, body.cupon.valido, body.codigo.valido]).toEqual([porcentaje, total, true, true])
      expect([stored.codigo_cupon, stored.codigo_referido]).toEqual(
        counts === 'cupon' ? [made.codigo, null] : [null, codigo],
      )
      expect((await used()) - before).toBe(counts === 'cupon' ? 1 : 0)
      await act(body.orden, 'aprobar')
      await settle()
    }
    const [points] = await t.database.sql`SELECT count(*)::int AS n FROM puntos WHERE id_usuario = ${owner.id}`
    expect(points?.n).toBe(2)
  })
})

describe('what a coupon cannot', () => {
  it('each has its own reason, and costs no sale', async () => {
    const { token, ids } = await scene()
    const [, other] = (await scene(2)).ids
    const closed = await coupon()
    await t.call('POST', `/api/gestion/cupones/${closed.id}/cerrar`, { token: admin })
    const foreign = await aPerson(t.deps.db, { id_cliente: 3, roles: ['marca'] })
    const ofOther = await makeCoupon(t, await t.tokenOf(foreign.id))
    const cases: [string, RegExp][] = [
      ['NADA2026', /^El código no existe\.$/],
      [ofOther.codigo, /^El código no existe\.$/],
      ['REF123', /^El código no existe\.$/],
      [closed.codigo, /^Este cupón ya terminó\.$/],
      [(await coupon({ hasta: limaDay(-1) })).codigo, /^Este cupón ya terminó\.$/],
      [(await coupon({ desde: limaDay(1) })).codigo, /^Este cupón vale desde el \d+ [a-z]+ \d{4}\.$/],
      [(await coupon({ cursos: [other] })).codigo, /^Este cupón no es para estos cursos\.$/],
    ]
    for (const [code, text] of cases) {
      expect((await checked(ids, code, token)).motivo).toMatch(text)
      const { total, valido, motivo } = await bought(ids, code, token)
      expect([total, valido]).toEqual([149, false])
      expect(motivo).toMatch(text)
    }
    expect((await checked(ids, (await coupon({ hasta: limaDay(), desde: limaDay() })).codigo, token)).valido).toBe(true)
  })

  it('wrong ones are throttled with the referral codes', async () => {
    const { token, ids } = await scene()
    const { codigo } = await coupon()
    for (let n = 0; n < 12; n++) await checked(ids, `NOHAY${n}`, token)
    for (let n = 0; n < 12; n++) await t.call('GET', `/api/referidos/validar/REF${90_000 + n}`, { token })
    expect((await checked(ids, codigo, token)).motivo).toMatch(/^Demasiados intentos/)
  })

  it('a person uses it once, and what they hold goes with their next cart', async () => {
    const { token, ids } = await scene(2)
    const { id, codigo } = await coupon({ usos: 1 })
    const first = await bought(ids, codigo, token)
    expect([first.total, (await read(id)).apartados]).toEqual([238.4, 1])
    const second = await bought(ids.slice(0, 1), codigo, token)
    expect([second.total, (await read(id)).apartados]).toEqual([119.2, 1])
    await act(second.orden, 'aprobar')
    await settle()
    const again = await bought(ids.slice(1), codigo, token)
    expect([again.total, again.motivo]).toEqual([149, 'Este cupón ya se usó con esta cuenta.'])
  })
})

describe('the last use', () => {
  it('is held for 30 minutes, then another’s; a late payment enrols at its price and waits in the inbox', async () => {
    const [one, two] = [await scene(), await scene()]
    const { id, codigo } = await coupon({ usos: 1 })
    const late = await bought(one.ids, codigo, one.token)
    const [held] = await t.database
      .sql`SELECT extract(epoch FROM retenido_hasta - now())::int AS s FROM cupon_usos WHERE id_cupon = ${id}`
    expect(held?.s).toBeGreaterThan(1790)
    expect(held?.s).toBeLessThanOrEqual(1800)
    expect((await checked(two.ids, codigo, two.token)).motivo).toMatch(/^Otra compra tiene apartado este cupón/)
    // Its own purchase is not in its way.
    expect((await checked(one.ids, codigo, one.token)).valido).toBe(true)
    await letHoldsEnd(t, id)
    const winner = await bought(two.ids, codigo, two.token)
    expect(winner.total).toBe(119.2)
    await act(winner.orden, 'aprobar')
    await settle()
    const [before, third] = [await inbox(), await scene()]
    expect((await checked(third.ids, codigo, third.token)).motivo).toBe(
      'Este cupón ya se usó todas las veces que se podía.',
    )
    await act(late.orden, 'aprobar')
    await settle()
    expect(await order(one.token, late.orden)).toMatchObject({ estado: 'pagada', total: 119.2, codigo_cupon: codigo })
    expect(await enrolledIn(one.token, one.person.id)).toBe(1)
    const now = await read(id)
    expect([now.usos, now.pasados, await inbox()]).toEqual([2, 1, before + 1])
    expect(now.de_mas).toMatchObject([{ numero: late.orden }])
    const over = (await t.call('GET', '/api/gestion/cupones?estado=pasado', { token: admin })).body.data
    expect([over.total, over.data.map((row: { id: number }) => row.id)]).toEqual([
      before + 1,
      expect.arrayContaining([id]),
    ])
    const seen = { token: admin, body: { ordenes: [late.orden] } }
    expect((await t.call('POST', `/api/gestion/cupones/${id}/vistos`, seen)).body.data.pasados).toBe(0)
    expect(await inbox()).toBe(before)
  })

  it('is held longer while the gateway says pending', async () => {
    const [one, two] = [await scene(), await scene()]
    const { id, codigo } = await coupon({ usos: 1 })
    const waiting = await bought(one.ids, codigo, one.token)
    await act(waiting.orden, 'dejar_pendiente')
    await settle()
    await letHoldsEnd(t, id)
    expect((await bought(two.ids, codigo, two.token)).total).toBe(149)
    await act(waiting.orden, 'aprobar')
    await settle()
    expect(await read(id)).toMatchObject({ usos: 1, apartados: 0, pasados: 0 })
  })

  it('comes back with a cancelled order, and again begins the hold of its own', async () => {
    const [one, two] = [await scene(), await scene()]
    const { id, codigo } = await coupon({ usos: 1 })
    const first = await bought(one.ids, codigo, one.token)
    await letHoldsEnd(t, id)
    const again = await bought(one.ids, codigo, one.token)
    expect([again.orden, (await read(id)).apartados]).toEqual([first.orden, 1])
    expect((await bought(two.ids, codigo, two.token)).total).toBe(149)
    await t.call('POST', `/api/gestion/ordenes/${first.orden}/cancelar`, { token: admin })
    expect((await bought(two.ids, codigo, two.token)).total).toBe(119.2)
  })

  it('stays used after a refund', async () => {
    const { token, ids } = await scene()
    const { id, codigo } = await coupon({ usos: 1 })
    const { orden } = await bought(ids, codigo, token)
    await act(orden, 'aprobar')
    await act(orden, 'reembolsar')
    await settle()
    expect((await order(token, orden)).estado).toBe('reembolsada')
    expect((await read(id)).usos).toBe(1)
  })
})

describe('a sale by staff', () => {
  it('has a coupon instead of a discount, without the seller’s limit, and gives it back when it is annulled', async () => {
    const cashier = await t.tokenOf((await aPerson(t.deps.db, { roles: ['caja'] })).id)
    const { person, ids } = await scene()
    const { id, codigo } = await coupon({ porcentaje: 40, usos: 1 })
    const sell = (change: object) =>
      t.call('POST', '/api/gestion/ventas', {
        token: cashier,
        body: aSale({ id_usuario: person.id, cursos: ids, cupon: codigo, ...change }),
      })
    const path = `/api/gestion/ventas/cupon?codigo=${codigo}&cursos=${ids}&id_usuario=${person.id}`
    expect((await t.call('GET', path, { token: cashier })).body.data).toMatchObject({ porcentaje: 40, valido: true })
    expect((await sell({ total: 89.4, descuento: 5, motivo: 'x' })).body.errors.cupon).toEqual([
      'Un cupón no se suma a otro descuento.',
    ])
    expect((await sell({ cupon: 'NADA', total: 149 })).body.errors.cupon).toEqual(['El código no existe.'])
    const sold = await sell({ total: 89.4 })
    expect([sold.status, sold.body.data?.total]).toEqual([200, 89.4])
    expect(await read(id)).toMatchObject({ usos: 1, estado: 'agotado' })
    const other = (await scene()).person
    expect((await sell({ total: 89.4, id_usuario: other.id })).body.errors.cupon).toEqual([
      'Este cupón ya se usó todas las veces que se podía.',
    ])
    const { numero } = sold.body.data
    const [charge] = (await t.call('GET', `/api/gestion/ordenes/${numero}`, { token: admin })).body.data.movimientos
    const body = { id_movimiento: charge.id, motivo: 'Por error.' }
    expect((await t.call('PUT', `/api/gestion/ordenes/${numero}/anular`, { token: admin, body })).status).toBe(200)
    expect(await read(id)).toMatchObject({ usos: 0, estado: 'vigente' })
    expect((await sell({ total: 89.4, id_usuario: other.id })).status).toBe(200)
  })

  it('cannot have one that leaves nothing to charge', async () => {
    const { person, ids } = await scene()
    const { codigo } = await coupon({ porcentaje: 100 })
    const body = aSale({ id_usuario: person.id, cursos: ids, cupon: codigo, total: 0 })
    const answer = await t.call('POST', '/api/gestion/ventas', { token: admin, body })
    expect([answer.status, answer.body.errors.cupon?.[0]]).toEqual([422, expect.stringContaining('nada por cobrar')])
  })
})

it('an order that is paid meanwhile is not cancelled by a purchase with another coupon', async () => {
  const { token, ids } = await scene()
  const { orden } = await bought(ids, (await coupon()).codigo, token)
  await makeSandboxPayment(t.deps.db, orden, 'approved')
  const other = await coupon({ porcentaje: 50 })
  const [purchase] = await Promise.all([
    buy(token, ids, { cupon: other.codigo }),
    t.call('GET', `/api/mercadopago/verificar-pago?orden=${orden}`, { token }),
  ])
  expect([200, 422]).toContain(purchase.status)
  expect((await order(token, orden)).estado).toBe('pagada')
})

it('no course of another academy', async () => {
  const foreign = await aCourse(t.deps.db, { id_cliente: 3 })
  const body = aCouponBody({ cursos: [foreign.id] })
  const answer = await t.call('POST', '/api/gestion/cupones', { token: admin, body })
  expect([answer.status, answer.body.errors]).toEqual([422, { cursos: ['Uno de los cursos ya no existe.'] }])
})
