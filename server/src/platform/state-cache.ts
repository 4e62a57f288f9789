import { LRUCache } from 'lru-cache'

/** The state of what is shown, as committed now; null while the database is away. Equal states show the same. */
export type State = string | null

type Sizes<V> = { max: number; maxSize: number; sizeOf: (value: V) => number }
type Making<V> = { state: State; value: Promise<V> }

/**
 * Values that are used while the state that they show is the present one, made once for all who wait for it. While the
 * database is away the last ones are used.
 */
export function createStateCache<V extends object>(
  { max, maxSize, sizeOf }: Sizes<V>,
  isLasting: (value: V) => boolean,
) {
  const cache = new LRUCache<string, { state: State; value: V }>({
    max,
    maxSize,
    sizeCalculation: ({ value }) => sizeOf(value),
  })
  const making = new Map<string, Making<V>>()

  /** `make` gets the value of an earlier state, which it may return when nothing differs. */
  return async function get(key: string, state: State, make: (before: V | undefined) => Promise<V>): Promise<V> {
    const isPresent = (found: { state: State }) => state === null || found.state === state
    const found = cache.get(key)
    if (found && isPresent(found)) return found.value
    const underWay = making.get(key)
    if (underWay && isPresent(underWay)) return underWay.value
    const mine: Making<V> = { state, value: make(found?.value) }
    making.set(key, mine)
    try {
      const value = await mine.value
      // One of a later state is not replaced by one that took longer.
      if (making.get(key) === mine && isLasting(value)) cache.set(key, { state, value })
      return value
    } finally {
      if (making.get(key) === mine) making.delete(key)
    }
  }
}

/** Each caller gets a read that began after the call; those who come during a read share the next one. */
export function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return () => {
    next ??= last.then(() => {
      next = undefined
      const reading = read()
      last = reading.catch(() => undefined)
      return reading
    })
    return next
  }
}

/** The present state of the things that are named. */
export type StateOf = (things: readonly string[]) => State
export type ReadPresent = () => Promise<StateOf>
