import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CART_KEY } from '../../lib/storage'
import {
  addToCart,
  type CartItem,
  parseCart,
  readCart,
  readReferral,
  removeFromCart,
  returnToCart,
  writeReferral,
} from './orders'

const item = (id: number, values: Partial<CartItem> = {}): CartItem => ({
  id,
  nombre: `Curso ${id}`,
  descripcion: '<p>Hola</p>',
  costo: 149,
  imagen: null,
  ...values,
})

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

describe('the cart in local storage', () => {
  it('is stored under `cart` with its fields', () => {
    addToCart(item(7, { imagen: '/api/storage/x.webp' }))
    expect(CART_KEY).toBe('cart')
    expect(JSON.parse(localStorage.getItem('cart') ?? '')).toEqual([
      { id: 7, nombre: 'Curso 7', descripcion: '<p>Hola</p>', costo: 149, imagen: '/api/storage/x.webp' },
    ])
  })

  it('adds a course repeatedly, and removes by position', () => {
    for (const id of [1, 2, 1, 3, 1]) addToCart(item(id))
    removeFromCart(2)
    expect(readCart().map(({ id }) => id)).toEqual([1, 2, 3, 1])
    removeFromCart(0)
    expect(readCart().map(({ id }) => id)).toEqual([2, 3, 1])
    removeFromCart(9)
    expect(readCart()).toHaveLength(3)
  })

  it('restores a removed item at its position', () => {
    for (const id of [1, 2, 3]) addToCart(item(id))
    removeFromCart(1)
    returnToCart(item(2), 1)
    expect(readCart().map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it('returns the same list while nothing changed', () => {
    addToCart(item(1))
    expect(readCart()).toBe(readCart())
  })

  it('removes the key when it is empty', () => {
    addToCart(item(1))
    removeFromCart(0)
    expect(localStorage.getItem('cart')).toBeNull()
  })

  it('stores the referral code until it is removed', () => {
    expect(readReferral()).toBe('')
    writeReferral('REF7')
    expect(readReferral()).toBe('REF7')
    writeReferral('')
    expect(localStorage.getItem('codigo_referido')).toBeNull()
  })
})

describe('parseCart', () => {
  it.each(['', 'no es json', 'null', '7', '"cart"', '{}', '{"items":[]}', '[]'])('reads %j as an empty cart', (raw) => {
    expect(parseCart(raw)).toEqual([])
  })

  it.each([
    ['no course', '[null, 3, "x", [], {}]'],
    [
      'an id that is none',
      '[{"id":"7","nombre":"A","costo":1},{"id":-1,"nombre":"A","costo":1},{"id":1.5,"nombre":"A"}]',
    ],
    ['no name', '[{"id":7,"costo":1}]'],
    [
      'a price that is none',
      '[{"id":7,"nombre":"A","costo":"gratis"},{"id":7,"nombre":"A","costo":-1},{"id":7,"nombre":"A","costo":null}]',
    ],
  ])('ignores an item with %s', (_, raw) => expect(parseCart(raw)).toEqual([]))

  it('reads valid items beside invalid ones, and fills in missing fields', () => {
    const raw =
      '[{"id":7,"nombre":"Álgebra","costo":"149.50","imagen":3,"otro":1},null,{"id":8,"nombre":"B","costo":0}]'
    expect(parseCart(raw)).toEqual([
      { id: 7, nombre: 'Álgebra', descripcion: '', costo: 149.5, imagen: null },
      { id: 8, nombre: 'B', descripcion: '', costo: 0, imagen: null },
    ])
  })
})
