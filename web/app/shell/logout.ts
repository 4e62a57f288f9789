import { client } from '../platform/client'
import { clearSession, readSession } from '../platform/session'

/** Ends the session on the server and on this device, and loads the product anew (campus.md section 4). */
export function logout(): void {
  const headers = { authorization: `Bearer ${readSession()?.token}` }
  // Here first: what still runs on this page, the live notifications for one, must not ask with a token that is ending.
  clearSession()
  // It outlives the page. Without network the session ends here all the same; on the server it ends by disuse.
  void client.POST('/api/logout', { keepalive: true, headers }).catch(() => undefined)
  window.location.assign('/')
}
