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

/** Opens one dialog for all refused requests; a public page ends the session instead. True: repeat the request. */
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
