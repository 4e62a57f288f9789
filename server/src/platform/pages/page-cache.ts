import type { PageBody } from './page-body.ts'

/** A rendered page. */
export type Page = { status: number; headers: Record<string, string>; body: PageBody }

type Entry = { page: Page; fresh: number }
type Limits = { pages: number; bytes: number }

const FRESH_MS = 30_000
/** A page that could not be renewed is tried again after this. */
const RETRY_MS = 1000
const LIMITS: Limits = { pages: 2000, bytes: 64 * 1024 * 1024 }
/** Part of the room that pages asked for more than once may take. */
const LASTING_PART = 0.8

/** Pages by key, the least recently used first, and what they take. */
function createShelf() {
  const entries = new Map<string, Entry>()
  let bytes = 0
  function take(key: string): Entry | undefined {
    const entry = entries.get(key)
    if (!entry) return undefined
    entries.delete(key)
    bytes -= entry.page.body.bytes
    return entry
  }
  return {
    take,
    put(key: string, entry: Entry): void {
      take(key)
      entries.set(key, entry)
      bytes += entry.page.body.bytes
    },
    /** Takes the oldest off while there are more than `limits` allow; answers those. */
    trim(limits: Limits): [string, Entry][] {
      const gone: [string, Entry][] = []
      for (const key of entries.keys()) {
        if (entries.size <= limits.pages && bytes <= limits.bytes) break
        const entry = take(key)
        if (entry) gone.push([key, entry])
      }
      return gone
    },
    has: (key: string) => entries.has(key),
    room: (limits: Limits): Limits => ({ pages: limits.pages - entries.size, bytes: limits.bytes - bytes }),
    clear(): void {
      entries.clear()
      bytes = 0
    },
  }
}

/** What an answer to a renewal says of the page that is kept: take the new one, keep the old one, or forget it. */
function verdict({ status }: Page): 'keep' | 'wait' | 'forget' {
  if (status === 200) return 'keep'
  // The database is away, or a throttle spoke: the page of before is better than none.
  return status >= 500 || status === 429 ? 'wait' : 'forget'
}

/**
 * Keeps rendered pages within a bound of bytes and of number. A page older than 30 s is still answered at once and
 * rendered again behind the answer; many visitors of one missing page wait for one rendering; only 200 is kept. Pages
 * asked for once stand on a shelf of their own: who asks for a million addresses pushes off each other's, not the
 * landing page. `clear` forgets everything, what is being rendered at that moment included.
 */
export function createPageCache(now: () => number = Date.now, limits: Limits = LIMITS) {
  const once = createShelf()
  const lasting = createShelf()
  const running = new Map<string, Promise<Page>>()
  let era = 0

  function makeRoom(): void {
    const most = { pages: limits.pages * LASTING_PART, bytes: limits.bytes * LASTING_PART }
    for (const [key, entry] of lasting.trim(most)) once.put(key, entry)
    once.trim(lasting.room(limits))
  }

  function keep(key: string, page: Page): void {
    const shelf = lasting.has(key) ? lasting : once
    const before = shelf.take(key)
    const what = verdict(page)
    // Mostly nothing changed, and the page of before is already compressed.
    const same = before?.page.body.etag === page.body.etag
    if (what === 'keep') shelf.put(key, { page: before && same ? before.page : page, fresh: now() + FRESH_MS })
    else if (what === 'wait' && before) shelf.put(key, { ...before, fresh: now() + RETRY_MS })
    makeRoom()
  }

  function renderOnce(key: string, render: () => Promise<Page>): Promise<Page> {
    const waiting = running.get(key)
    if (waiting) return waiting
    const born = era
    const started = render()
      .then((page) => {
        // What was read before the change is answered to those who waited, and not kept.
        if (born === era) keep(key, page)
        return page
      })
      .finally(() => {
        if (running.get(key) === started) running.delete(key)
      })
    running.set(key, started)
    return started
  }

  function find(key: string): Entry | undefined {
    const entry = lasting.take(key) ?? once.take(key)
    if (!entry) return undefined
    lasting.put(key, entry)
    makeRoom()
    return entry
  }

  return {
    async get(key: string, render: () => Promise<Page>): Promise<Page> {
      const entry = find(key)
      if (!entry) return renderOnce(key, render)
      // The stale page answers; a failed renewal leaves it in place for the next try.
      if (entry.fresh < now()) renderOnce(key, render).catch(() => undefined)
      return entry.page
    },
    clear(): void {
      era += 1
      once.clear()
      lasting.clear()
      running.clear()
    },
  }
}
