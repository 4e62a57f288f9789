/** A line on which a file did not come is tried again so much later, and ever more; milliseconds. */
const AGAIN_MS = 3000

/** Loads a file, again and again until it comes (Chromium: see lazily.ts); answers how to stop. */
export function untilLoaded<T>(load: () => Promise<T>, then: (loaded: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const attempt = (wait: number) => {
    load()
      .then((loaded) => {
        if (!stopped) then(loaded)
      })
      .catch(() => {
        if (!stopped) timer = setTimeout(attempt, wait, wait * 2)
      })
  }
  attempt(AGAIN_MS)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
