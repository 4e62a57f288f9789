/**
 * A 401 in the middle of work opens login in place and repeats what was being done (contract section 3).
 * The dialog registers itself here; requests that were refused wait for it.
 */
type Ask = () => Promise<boolean>

let ask: Ask | undefined
let waiting: Promise<boolean> | undefined

/** The shell's dialog says how to ask for a login; returns the way to take it back. */
export function registerRelogin(next: Ask): () => void {
  ask = next
  return () => {
    if (ask === next) ask = undefined
  }
}

/** Asks once, however many requests were refused together. True when the person logged in again. */
export function relogin(): Promise<boolean> {
  if (!ask) return Promise.resolve(false)
  waiting ??= ask().finally(() => {
    waiting = undefined
  })
  return waiting
}
