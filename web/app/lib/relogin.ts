/** A 401 opens the login in place and the failed requests are retried (docs/product/accounts.md 3.7). */
type Ask = () => Promise<boolean>

let ask: Ask | undefined
let waiting: Promise<boolean> | undefined

export function registerRelogin(next: Ask): () => void {
  ask = next
  return () => {
    if (ask === next) ask = undefined
  }
}

/** Opens one dialog however many requests failed; true when the user logged in again. */
export function relogin(): Promise<boolean> {
  if (!ask) return Promise.resolve(false)
  waiting ??= ask().finally(() => {
    waiting = undefined
  })
  return waiting
}
