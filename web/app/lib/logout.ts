import { client } from './client'
import { clearSession, readSession } from './session'
import { checksKey, deviceStore, unsentKey } from './storage'

/** See docs/product/accounts.md 3.6. */
export async function logout(): Promise<void> {
  const session = readSession()
  const headers = { authorization: `Bearer ${session?.token}` }
  if (session) for (const key of [unsentKey, checksKey]) deviceStore.removeItem(key(session.user.id))
  // First: running requests, such as the live notifications, must not use the revoked token.
  clearSession()
  // `keepalive` outlives the page; what does not arrive is sent once there is a network.
  void client.POST('/api/logout', { keepalive: true, headers }).catch(() => undefined)
  if (session)
    await import('./ended-sessions').then(({ rememberEnd }) => rememberEnd(session.token)).catch(() => undefined)
  window.location.assign('/')
}
