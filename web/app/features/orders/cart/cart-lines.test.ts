import type { CartCourse } from '@campus/contract/cart'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CartItem } from '../orders'
import { isTooMany, linesOf, mergeChanges, refreshed, totalsOf } from './cart-lines'

const item = (id: number, costo = 149, precio_regular?: number | null): CartItem => ({
  id,
  nombre: `Curso ${id}`,
  descripcion: '',
  costo,
  imagen: null,
  ...(precio_regular !== undefined && { precio_regular }),
})
const course = (id: number, values: Partial<CartCourse> = {}): CartCourse => ({
  id,
  nombre: `Curso ${id}`,
  descripcion: '',
  imagen: null,
  costo: 149,
  precio_regular: 178.8,
  comprado: false,
  certificado: false,
  grupos: null,
  ...values,
})
const answered = (items: CartItem[], cursos: CartCourse[]) => ({
  requested: items.map(({ id }) => id),
  cursos,
  // Brand 3 sells the course 77.
  elsewhere: [{ id: 77, id_cliente: 3 }],
})
const lines = (items: CartItem[], cursos: CartCourse[]) => linesOf(items, answered(items, cursos))
const states = (items: CartItem[], cursos: CartCourse[]) => lines(items, cursos).map(({ state }) => state)

describe('linesOf', () => {
  it('marks what is repeated, owned and not sold here', () => {
    const items = [1, 2, 1, 3, 2, 4].map((id) => item(id))
    const answer = [course(1), course(2, { comprado: true }), course(4)]
    expect(states(items, answer)).toEqual(['fine', 'owned', 'repeated', 'gone', 'owned', 'fine'])
  })

  it('marks a course whose groups have no place left, and charges it not', () => {
    const group = (id: number, libres: number | null) => ({
      id,
      nombre: `G${id}`,
      horario: '',
      inicio: null,
      fin: null,
      libres,
    })
    const answer = [
      course(1, { grupos: [] }),
      course(2, { grupos: [group(1, 0)] }),
      course(3, { grupos: [group(2, 0), group(3, 1)] }),
      course(4, { grupos: [group(4, null)] }),
    ]
    const items = [1, 2, 3, 4].map((id) => item(id))
    expect(states(items, answer)).toEqual(['full', 'full', 'fine', 'fine'])
    expect(totalsOf(lines(items, answer)).total).toBe(298)
  })

  it('names the brand that sells a course, and sells the rest', () => {
    const items = [item(1, 149, 178.8), item(77, 500), item(77, 500)]
    const list = lines(items, [course(1)])
    expect(list.map(({ state, brand }) => [state, brand])).toEqual([
      ['fine', undefined],
      ['elsewhere', 3],
      ['elsewhere', 3],
    ])
    expect(totalsOf(list).total).toBe(149)
    expect(isTooMany(list)).toBe(false)
  })

  it('marks repetitions before the server has answered', () => {
    expect(linesOf([item(1), item(1)], undefined).map(({ state }) => state)).toEqual(['unknown', 'repeated'])
  })

  it('marks nothing as gone that was not checked', () => {
    const answer = { requested: [1, 2], cursos: [course(1)], elsewhere: [] }
    expect(
      linesOf(
        [1, 2, 3].map((id) => item(id)),
        answer,
      ).map(({ state }) => state),
    ).toEqual(['fine', 'gone', 'unknown'])
  })

  it('gives each line its own key, which stays when another is removed', () => {
    const keys = lines([item(1), item(2), item(1)], []).map(({ key }) => key)
    expect(new Set(keys).size).toBe(3)
    expect(lines([item(2), item(1)], [])[0]?.key).toBe(keys[1])
  })
})

describe('totalsOf', () => {
  const codeOf = (porcentaje: number) => ({ codigo: 'REF1', porcentaje, valido: true, motivo: null })
  const totals = (items: CartItem[], answer: CartCourse[], percentage?: number) => {
    const referral = percentage ? codeOf(percentage) : null
    const { regular, discount, code, total } = totalsOf(lines(items, answer), { referral, coupon: null })
    return { regular, discount, referral: code, total }
  }
  const sold = [1, 2, 3].map((id) => course(id))

  it.each([
    ['nothing', [], 0, { regular: 0, discount: 0, referral: 0, total: 0 }],
    ['one course', [item(1, 149, 178.8)], 0, { regular: 178.8, discount: 29.8, referral: 0, total: 149 }],
    ['cents', [item(1, 0.1, 0.12), item(2, 0.2, 0.24)], 0, { regular: 0.36, discount: 0.06, referral: 0, total: 0.3 }],
    [
      'a repeated course once',
      [item(1, 149, 178.8), item(1, 149, 178.8)],
      0,
      { regular: 178.8, discount: 29.8, referral: 0, total: 149 },
    ],
    [
      'a price without offer',
      [item(1, 99.9, null), item(2, 50, 80)],
      0,
      { regular: 179.9, discount: 30, referral: 0, total: 149.9 },
    ],
    [
      'a price that was not requested yet',
      [item(1, 99.9)],
      0,
      { regular: 99.9, discount: 0, referral: 0, total: 99.9 },
    ],
    ['a referral of 10 %', [item(1, 149, 178.8)], 10, { regular: 178.8, discount: 29.8, referral: 14.9, total: 134.1 }],
    [
      'a referral that has to be rounded',
      [item(1, 0.05, 0.06)],
      10,
      { regular: 0.06, discount: 0.01, referral: 0.01, total: 0.04 },
    ],
    [
      'a referral of everything',
      [item(1, 149, 178.8)],
      100,
      { regular: 178.8, discount: 29.8, referral: 149, total: 0 },
    ],
  ])('adds up %s', (_, items, percentage, sums) => expect(totals(items, sold, percentage)).toEqual(sums))

  it('ignores what cannot be bought', () => {
    const items = [item(1, 10, 12), item(2, 20, 24), item(9, 40, 48)]
    const answer = [course(1), course(2, { comprado: true })]
    expect(totals(items, answer)).toEqual({ regular: 12, discount: 2, referral: 0, total: 10 })
  })

  it('is exact to the céntimo at any price', () => {
    const prices = fc.array(fc.integer({ min: 1, max: 500_000 }), { maxLength: 20 })
    fc.assert(
      fc.property(prices, fc.integer({ min: 0, max: 100 }), (cents, percentage) => {
        const items = cents.map((price, at) => item(at + 1, price / 100, Math.round(price * 1.2) / 100))
        const answer = items.map(({ id }) => course(id))
        const { regular, discount, referral, total } = totals(items, answer, percentage)
        const [r, d, f, t] = [regular, discount, referral, total].map((soles) => Math.round(soles * 100))
        expect([r, d, f, t].map((n) => (n ?? 0) / 100)).toEqual([regular, discount, referral, total])
        const sum = cents.reduce((all, price) => all + price, 0)
        expect((r ?? 0) - (d ?? 0)).toBe(sum)
        expect(d).toBe(cents.reduce((all, price) => all + Math.round(price * 1.2) - price, 0))
        expect((t ?? 0) + (f ?? 0)).toBe(sum)
      }),
    )
  })

  it.each([
    ['a coupon of its courses alone', 0, { porcentaje: 50, descuento: null, cursos: [2] }, 5, 25, 'coupon', 0],
    ['an amount, at most what they cost', 0, { porcentaje: null, descuento: 15, cursos: [2] }, 10, 20, 'coupon', 0],
    ['the better of two: the coupon', 10, { porcentaje: 20, descuento: null, cursos: null }, 6, 24, 'coupon', 3],
    ['the better of two: the referral', 20, { porcentaje: null, descuento: 5, cursos: null }, 6, 24, 'referral', 5],
    ['of equal ones the referral', 20, { porcentaje: 20, descuento: null, cursos: null }, 6, 24, 'referral', 6],
  ])('%s', (_case, percentage, terms, code, total, by, other) => {
    const items = [item(1, 20), item(2, 10), { ...item(9, 500) }]
    const list = lines(items, [course(1), course(2)])
    const coupon = { codigo: 'MADRE20', ...terms, valido: true, motivo: null }
    const referral = percentage ? codeOf(percentage) : null
    expect(totalsOf(list, { referral, coupon })).toMatchObject({ code, total, by, other })
    const gone = { ...coupon, valido: false, motivo: 'Este cupón ya terminó.' }
    expect(totalsOf(list, { referral: null, coupon: gone })).toMatchObject({ code: 0, total: 30, by: null })
  })
})

describe('refreshed', () => {
  it('updates price, name, description and picture, and reports only the price', () => {
    const items = [item(1, 99, 118.8), item(2, 149, 178.8), item(1, 99, 118.8)]
    const news = [
      course(1, { costo: 120, precio_regular: 144 }),
      course(2, { nombre: 'Otro nombre', imagen: '/a.webp' }),
    ]
    const { items: next, changes } = refreshed(items, news)
    expect(changes).toEqual([{ id: 1, nombre: 'Curso 1', before: 99, now: 120 }])
    expect(next.map(({ costo, precio_regular }) => [costo, precio_regular])).toEqual([
      [120, 144],
      [149, 178.8],
      [120, 144],
    ])
    expect(next[1]).toMatchObject({ nombre: 'Otro nombre', imagen: '/a.webp' })
  })

  it('returns the same list when nothing changed, and leaves what is not sold', () => {
    const items = [item(1, 149, 178.8), item(9, 10)]
    const answer = [course(1)]
    expect(refreshed(items, answer)).toEqual({ items, changes: [] })
    expect(refreshed(items, answer).items).toBe(items)
  })

  it('is idempotent', () => {
    const answer = [course(1, { costo: 1 })]
    const { items } = refreshed([item(1)], answer)
    expect(refreshed(items, answer)).toEqual({ items, changes: [] })
  })

  it('reports nothing when only the struck price changed', () => {
    expect(refreshed([item(1, 149)], [course(1)]).changes).toEqual([])
  })
})

describe('isTooMany', () => {
  const twenty = Array.from({ length: 20 }, (_, at) => item(at + 1))
  it.each([
    ['as many as can be bought at once', twenty, false],
    ['one more', [...twenty, item(21)], true],
    ['a repeated course', [...twenty, item(1)], false],
    // It leaves the cart by itself.
    ['an owned course', [...twenty, item(22)], false],
    ['a course that no one sells', [...twenty, item(99)], false],
    ['one of another brand', [...twenty, item(77)], false],
  ])('judges %s', (_, items, found) => {
    const sold = Array.from({ length: 21 }, (_, at) => course(at + 1))
    expect(isTooMany(lines(items, [...sold, course(22, { comprado: true })]))).toBe(found)
  })

  it('does not block what could not be checked', () => expect(isTooMany(linesOf(twenty, undefined))).toBe(false))
})

describe('mergeChanges', () => {
  const change = (before: number, now: number, id = 1) => ({ id, nombre: 'Álgebra', before, now })

  it('reports from the first price shown to the current one', () => {
    expect(mergeChanges([change(149, 129)], [change(129, 99), change(10, 20, 2)])).toEqual([
      change(149, 99),
      change(10, 20, 2),
    ])
  })

  it('drops a price that came back', () => expect(mergeChanges([change(149, 129)], [change(129, 149)])).toEqual([]))
})
