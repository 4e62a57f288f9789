import { useSyncExternalStore } from 'react'

/** The key of local storage (storefront.md section 3). */
export const CART_KEY = 'cart'

/** A course as it was when it was put into the cart; what it costs is asked again when the cart opens. */
export type CartItem = { id: number; nombre: string; descripcion: string; costo: number; imagen: string | null }

const NONE: CartItem[] = []
let kept: { raw: string | null; items: CartItem[] } = { raw: null, items: NONE }
const listeners = new Set<() => void>()

function isItem(stored: unknown): stored is CartItem {
  if (typeof stored !== 'object' || stored === null) return false
  const { id, nombre, costo } = stored as Record<string, unknown>
  return Number.isInteger(id) && typeof nombre === 'string' && typeof costo === 'number'
}

/** The items out of what the browser keeps; what is no item is left out, whoever wrote it. */
export function parseCart(raw: string | null): CartItem[] {
  try {
    const stored: unknown = JSON.parse(raw ?? '[]')
    return Array.isArray(stored) ? stored.filter(isItem) : NONE
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
