import { useSyncExternalStore } from 'react'

/** The key of local storage (storefront.md section 3). */
export const CART_KEY = 'cart'

/** Where the referral code that was typed is kept, so that a reload does not lose it. */
export const REFERRAL_KEY = 'codigo_referido'

/** A course as it was when it was put into the cart; what it costs is asked again when the cart opens. */
export type CartItem = {
  id: number
  nombre: string
  descripcion: string
  costo: number
  imagen: string | null
  /** The struck price the server last said, in soles; null without an offer, missing until it was asked. */
  precio_regular?: number | null
}

const NONE: CartItem[] = []
let kept: { raw: string | null; items: CartItem[] } = { raw: null, items: NONE }
const listeners = new Set<() => void>()

const textOr = <Other>(value: unknown, other: Other) => (typeof value === 'string' ? value : other)

/** An item out of whatever stands in the storage, which is not ours alone; nothing when it names no course. */
function itemOf(stored: unknown): CartItem[] {
  if (typeof stored !== 'object' || stored === null) return []
  const { id, nombre, costo, descripcion, imagen, precio_regular } = stored as Record<string, unknown>
  const price = Number(costo)
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || typeof nombre !== 'string') return []
  if (costo === null || !Number.isFinite(price) || price < 0) return []
  const item = { id, nombre, descripcion: textOr(descripcion, ''), costo: price, imagen: textOr(imagen, null) }
  return [typeof precio_regular === 'number' || precio_regular === null ? { ...item, precio_regular } : item]
}

/** The items out of what the browser keeps; what is no item is left out, whoever wrote it. */
export function parseCart(raw: string | null): CartItem[] {
  try {
    const stored: unknown = JSON.parse(raw ?? '[]')
    return Array.isArray(stored) ? stored.flatMap(itemOf) : NONE
  } catch {
    return NONE
  }
}

/** The cart as it stands on this device. Browser only. */
export function readCart(): CartItem[] {
  const raw = localStorage.getItem(CART_KEY)
  // The same list as long as nothing changed, or React would render for ever.
  if (kept.raw !== raw) kept = { raw, items: parseCart(raw) }
  return kept.items
}

/** Keeps these items; every screen and every tab follows. */
export function writeCart(items: CartItem[]): void {
  if (items.length === 0) localStorage.removeItem(CART_KEY)
  else localStorage.setItem(CART_KEY, JSON.stringify(items))
  for (const listener of listeners) listener()
}

/** Adds a course; one that is there already is added again (storefront.md section 4). */
export const addToCart = (item: CartItem): void => writeCart([...readCart(), item])

/** Removes what stands at a position, from 0. */
export const removeFromCart = (position: number): void => writeCart(readCart().filter((_, at) => at !== position))

/** Puts an item back where it was. */
export const returnToCart = (item: CartItem, position: number): void =>
  writeCart(readCart().toSpliced(position, 0, item))

/** The referral code of this purchase; empty without one. Browser only. */
export const readReferral = (): string => localStorage.getItem(REFERRAL_KEY) ?? ''

/** Remembers who invited; an empty code forgets it. */
export function writeReferral(code: string): void {
  if (code) localStorage.setItem(REFERRAL_KEY, code)
  else localStorage.removeItem(REFERRAL_KEY)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The cart; `undefined` while it cannot be known (on the server and until hydration). */
export function useCart(): CartItem[] | undefined {
  return useSyncExternalStore<CartItem[] | undefined>(subscribe, readCart, () => undefined)
}

/** The referral code; `undefined` while it cannot be known. */
export function useReferral(): string | undefined {
  return useSyncExternalStore<string | undefined>(subscribe, readReferral, () => undefined)
}
