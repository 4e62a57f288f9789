import type { SessionUser } from '@campus/contract/accounts'
import { useSyncExternalStore } from 'react'
import { takeAlong } from './visitor-papers'

/** The two keys of local storage (contract section 3). */
export const TOKEN_KEY = 'token'
export const USER_KEY = 'usuario'

/** Both must be stored for somebody to count as logged in (campus.md section 4). */
export type Session = { token: string; user: SessionUser }

let kept: { raw: string; session: Session | null } | undefined
const listeners = new Set<() => void>()

/** A session out of what the browser keeps; null when one of the two is missing or is no longer what we wrote. */
export function parseSession(token: string | null, user: string | null): Session | null {
  if (!token || !user) return null
  try {
    const stored: unknown = JSON.parse(user)
    if (typeof stored !== 'object' || stored === null || !('id' in stored) || !('nombres' in stored)) return null
    return { token, user: stored as SessionUser }
  } catch {
    return null
  }
}

/** The stored session, or null. Browser only. */
export function readSession(): Session | null {
  const token = localStorage.getItem(TOKEN_KEY)
  const user = localStorage.getItem(USER_KEY)
  const raw = `${token}\n${user}`
  // The same object as long as nothing changed, or React would render for ever.
  if (kept?.raw !== raw) kept = { raw, session: parseSession(token, user) }
  return kept.session
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** Keeps a session after login; what its person wrote before, as a visitor, is theirs from now on. */
export function storeSession(session: Session): void {
  if (!readSession()) takeAlong(session.user.id)
  localStorage.setItem(TOKEN_KEY, session.token)
  localStorage.setItem(USER_KEY, JSON.stringify(session.user))
  tell()
}

/** Forgets the session on this device. */
export function clearSession(): void {
  localStorage.removeItem(TOKEN_KEY)
  localStorage.removeItem(USER_KEY)
  tell()
}

/** Calls `listener` when somebody logs in or out, in any tab; answers how to stop. Browser only. */
export function onSession(listener: () => void): () => void {
  // Another tab logged in or out. One ear for all: React draws between two, and a screen would hear before the guard around it.
  if (listeners.size === 0) window.addEventListener('storage', tell)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', tell)
  }
}

/** The session; `undefined` while it cannot be known (on the server and until hydration), null when logged out. */
export function useSession(): Session | null | undefined {
  return useSyncExternalStore<Session | null | undefined>(onSession, readSession, () => undefined)
}

/** The signed-in student's id, for screens behind the guard. */
export function useUser(): SessionUser {
  const session = useSession()
  if (!session) throw new Error('this screen must stand behind the guard')
  return session.user
}
