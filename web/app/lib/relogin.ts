import { endSession, readSession } from './session'

/** What follows a 401 (docs/product/accounts.md 3.7). */
type Ask = () => Promise<boolean>

let ask: Ask | undefined
let waiting: Promise<boolean> | undefined

export function registerRelogin(next: Ask): () => void {
  ask = next
  return () => {
    if (ask === next) ask = undefined
  }
}

/**
 * Behind the guard opens one dialog however many requests failed; on a public page the session ends. True when the
 * request is to be repeated, as the user or as a guest.
 */
export async function relogin(refused: string): Promise<boolean> {
  // Another request or tab has already ended or renewed it.
  if (readSession()?.token !== refused) return true
  if (!ask) {
    endSession()
    return true
  }
  waiting ??= ask().finally(() => {
    waiting = undefined
  })
  return waiting
}
