import { client } from './client'
import { clearSession, readSession } from './session'
import { deviceStore } from './storage'
import { unsentKey } from './unsent'

/** See docs/product/accounts.md 3.6. */
export function logout(): void {
  const session = readSession()
  const headers = { authorization: `Bearer ${session?.token}` }
  if (session) deviceStore.removeItem(unsentKey(session.user.id))
  // First: running requests, such as the live notifications, must not use the revoked token.
  clearSession()
  // `keepalive` outlives the page; without a network the server's session expires unused.
  void client.POST('/api/logout', { keepalive: true, headers }).catch(() => undefined)
  window.location.assign('/')
}
