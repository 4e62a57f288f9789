import type { SessionUser } from '@campus/contract/accounts'
import { useDeferredValue } from 'react'
import { create } from 'zustand'
import { claimGuestDrafts } from './guest-drafts'
import { deviceStore } from './storage'

/** The keys of local storage (docs/product/accounts.md 3.4). */
export const TOKEN_KEY = 'token'
export const USER_KEY = 'usuario'

/** Remains after logout: a user has logged in on this device. */
const KNOWN_KEY = 'dispositivo_conocido'

export type Session = { token: string; user: SessionUser }

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

/** Browser only. */
export const readSession = (): Session | null =>
  parseSession(deviceStore.getItem(TOKEN_KEY), deviceStore.getItem(USER_KEY))

// React hydrates with the initial state: until then the session is unknown.
const useStore = create<{ session: Session | null | undefined }>(() => ({ session: undefined }))

function refresh(): void {
  const session = readSession()
  // lib/pre-paint-script.ts sets it first; lib/marks.css and shell/frame.css read it.
  globalThis.document?.documentElement.toggleAttribute('data-session', session !== null)
  const current = useStore.getState().session
  if (JSON.stringify(session) !== JSON.stringify(current)) useStore.setState({ session })
}

if (typeof window !== 'undefined') {
  refresh()
  window.addEventListener('storage', refresh)
}

export function storeSession(session: Session): void {
  if (!readSession()) claimGuestDrafts(session.user.id)
  deviceStore.setItem(TOKEN_KEY, session.token)
  deviceStore.setItem(USER_KEY, JSON.stringify(session.user))
  deviceStore.setItem(KNOWN_KEY, '1')
  refresh()
}

/** What has changed of the user who is logged in. */
export function updateUser(changes: Partial<SessionUser>): void {
  const session = readSession()
  if (session) storeSession({ ...session, user: { ...session.user, ...changes } })
}

export function clearSession(): void {
  deviceStore.removeItem(TOKEN_KEY)
  deviceStore.removeItem(USER_KEY)
  refresh()
}

let ended: number | undefined

/** The server refused the token: text typed on this page still belongs to its user. */
export function endSession(): void {
  ended = readSession()?.user.id
  clearSession()
}

export const endedUser = (): number | undefined => ended

export const isKnownDevice = (): boolean => deviceStore.getItem(KNOWN_KEY) !== null

export const onSession = (listener: () => void): (() => void) => useStore.subscribe(listener)

/** Undefined until hydration, null when logged out. */
export function useSession(): Session | null | undefined {
  const session = useStore((store) => store.session)
  // Deferred: React renders what depends on it in slices, and a phone stays responsive.
  const known = useDeferredValue(session !== undefined)
  return known ? session : undefined
}

export function useUser(): SessionUser {
  const session = useSession()
  if (!session) throw new Error('useUser needs a screen behind the guard')
  return session.user
}
