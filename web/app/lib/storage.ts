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
