/** A rendered page. */
export type Page = { status: number; headers: Record<string, string>; body: string }

type Entry = { page: Page; fresh: number }

const FRESH_MS = 30_000
const MOST_PAGES = 500

/**
 * Keeps rendered pages. A page older than 30 s is still answered at once and rendered again behind the answer;
 * many visitors of one missing page wait for one rendering. Least recently used pages leave first.
 */
export function createPageCache(now: () => number = Date.now) {
  const entries = new Map<string, Entry>()
  const running = new Map<string, Promise<Page>>()

  function keep(key: string, page: Page): void {
    entries.delete(key)
    if (page.status !== 200) return
    entries.set(key, { page, fresh: now() + FRESH_MS })
    const oldest = entries.keys().next().value
    if (entries.size > MOST_PAGES && oldest !== undefined) entries.delete(oldest)
  }

  function renderOnce(key: string, render: () => Promise<Page>): Promise<Page> {
    const waiting = running.get(key)
    if (waiting) return waiting
    const started = render()
      .then((page) => {
        keep(key, page)
        return page
      })
      .finally(() => running.delete(key))
    running.set(key, started)
    return started
  }

  return {
    async get(key: string, render: () => Promise<Page>): Promise<Page> {
      const entry = entries.get(key)
      if (!entry) return renderOnce(key, render)
      entries.delete(key)
      entries.set(key, entry)
      if (entry.fresh < now()) {
        // The stale page answers; a failed renewal leaves it in place for the next try.
        renderOnce(key, render).catch(() => undefined)
      }
      return entry.page
    },
    clear: () => entries.clear(),
  }
}
