import { endSession, readSession } from './session'

/** What follows a 401 (docs/product/accounts.md 3.7). */
type LoginHandler = () => Promise<boolean>

let handler: LoginHandler | undefined
let waiting: Promise<boolean> | undefined

export function registerLoginHandler(next: LoginHandler): () => void {
  handler = next
  return () => {
    if (handler === next) handler = undefined
  }
}

/** Opens one dialog for all refused requests; a public page ends the session instead. True: repeat the request. */
export async function requestLogin(refused: string): Promise<boolean> {
  // Another request or tab has already ended or renewed it.
  if (readSession()?.token !== refused) return true
  if (!handler) {
    endSession()
    return true
  }
  waiting ??= handler().finally(() => {
    waiting = undefined
  })
  return waiting
}
