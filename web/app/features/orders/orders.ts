import { lazy } from 'react'
import { create } from 'zustand'
import { CART_CHANGED, CART_KEY, deviceStore } from '../../lib/storage'

/** What speaks for buying, beside a buy button; in {@link Late}, so that no other page loads it. */
export const PurchaseAssurances = lazy(() => import('./assurances/assurances.island'))

export const REFERRAL_KEY = 'codigo_referido'
const COUPON_KEY = 'cupon'

/** A course as it was when it was added; the price is refreshed when the cart opens. */
export type CartItem = {
  id: number
  nombre: string
  descripcion: string
  costo: number
  imagen: string | null
  /** In soles; null without an offer, missing until the first check. */
  precio_regular?: number | null
}

const NONE: CartItem[] = []

const textOr = <Other>(value: unknown, other: Other) => (typeof value === 'string' ? value : other)

/** Validates an item of the storage, which other scripts may write too. */
function itemOf(stored: unknown): CartItem[] {
  if (typeof stored !== 'object' || stored === null) return []
  const { id, nombre, costo, descripcion, imagen, precio_regular } = stored as Record<string, unknown>
  const price = Number(costo)
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || typeof nombre !== 'string') return []
  if (costo === null || !Number.isFinite(price) || price < 0) return []
  const item = { id, nombre, descripcion: textOr(descripcion, ''), costo: price, imagen: textOr(imagen, null) }
  return [typeof precio_regular === 'number' || precio_regular === null ? { ...item, precio_regular } : item]
}

/** Ignores invalid items. */
export function parseCart(raw: string | null): CartItem[] {
  try {
    const stored: unknown = JSON.parse(raw ?? '[]')
    return Array.isArray(stored) ? stored.flatMap(itemOf) : NONE
  } catch {
    return NONE
  }
}

type Stored = { items: CartItem[] | undefined; code: string | undefined; coupon: string | undefined }
// React hydrates with this state, because the server does not know the cart.
const useStore = create<Stored>(() => ({ items: undefined, code: undefined, coupon: undefined }))

let parsed: { raw: string | null; items: CartItem[] } = { raw: null, items: NONE }

/** Browser only. */
export function readCart(): CartItem[] {
  const raw = deviceStore.getItem(CART_KEY)
  // The same array while nothing changed, so that React does not render again.
  if (parsed.raw !== raw) parsed = { raw, items: parseCart(raw) }
  return parsed.items
}

/** Empty without a code. Browser only. */
export const readReferral = (): string => deviceStore.getItem(REFERRAL_KEY) ?? ''

/** Empty without a coupon. Browser only. */
export const readCoupon = (): string => deviceStore.getItem(COUPON_KEY) ?? ''

const refresh = () => useStore.setState({ items: readCart(), code: readReferral(), coupon: readCoupon() })

if (typeof window !== 'undefined') {
  refresh()
  window.addEventListener('storage', refresh)
}

/** Stores the items and updates every screen and tab. */
export function writeCart(items: CartItem[]): void {
  if (items.length === 0) deviceStore.removeItem(CART_KEY)
  else deviceStore.setItem(CART_KEY, JSON.stringify(items))
  globalThis.window?.dispatchEvent(new Event(CART_CHANGED))
  refresh()
}

/** A course may be added twice; the cart then marks it as repeated. */
export const addToCart = (item: CartItem): void => writeCart([...readCart(), item])

export const removeFromCart = (position: number): void => writeCart(readCart().filter((_, at) => at !== position))

export const returnToCart = (item: CartItem, position: number): void =>
  writeCart(readCart().toSpliced(position, 0, item))

function store(key: string, code: string): void {
  if (code) deviceStore.setItem(key, code)
  else deviceStore.removeItem(key)
  refresh()
}

export const writeReferral = (code: string): void => store(REFERRAL_KEY, code)

export const writeCoupon = (code: string): void => store(COUPON_KEY, code)

/** `undefined` on the server and until hydration. */
export const useCart = (): CartItem[] | undefined => useStore(({ items }) => items)

/** `undefined` on the server and until hydration. */
export const useReferral = (): string | undefined => useStore(({ code }) => code)

/** `undefined` on the server and until hydration. */
export const useCoupon = (): string | undefined => useStore(({ coupon }) => coupon)

/** The group of a course that is sold for one. */
const groupKey = (course: number) => `grupo-${course}`

/** What this device chose; 0 for nothing. Browser only. */
export const chosenGroup = (course: number): number => Number(deviceStore.getItem(groupKey(course))) || 0

export const chooseGroup = (course: number, group: number): void => deviceStore.setItem(groupKey(course), String(group))
