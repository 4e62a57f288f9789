/** Falls back to memory where the browser's store is refused or full; never throws. */
function guarded(kind: 'localStorage' | 'sessionStorage') {
  const memory = new Map<string, string>()
  const attempt = <T>(access: (store: Storage) => T): T | undefined => {
    try {
      return access(globalThis[kind])
    } catch {
      return undefined
    }
  }
  return {
    getItem: (key: string): string | null => memory.get(key) ?? attempt((store) => store.getItem(key)) ?? null,
    setItem(key: string, value: string): void {
      memory.set(key, value)
      attempt((store) => {
        store.setItem(key, value)
        memory.delete(key)
      })
    },
    removeItem(key: string): void {
      memory.delete(key)
      attempt((store) => store.removeItem(key))
    },
  }
}

export const deviceStore = guarded('localStorage')
export const tabStore = guarded('sessionStorage')

/** A list that this device stored, without the items that a person or a program of another version wrote. */
export function storedList<Item>(text: string | null, isItem: (value: unknown) => value is Item): Item[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isItem) : []
  } catch {
    return []
  }
}

/** The key of the cart in local storage (docs/product/shop.md 4.1). */
export const CART_KEY = 'cart'
/** Of the window, when this tab changes the cart. */
export const CART_CHANGED = 'campus:cart'

/** Where this device stores what a user answered to the checks of lessons; a logout deletes it. */
export const checksKey = (user: number): string => `comprobadas-${user}`

/** Where this device stores what a user did without a connection; a logout deletes it. */
export const unsentKey = (user: number): string => `sin-enviar-${user}`
