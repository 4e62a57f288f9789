const GUEST_DRAFTS_KEY = 'papeles-de-visita'

/** Replaces the user's id in the local storage keys of a guest's drafts. */
export const GUEST = 'visita'

function guestDraftKeys(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(GUEST_DRAFTS_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}

/** Records that this tab's guest wrote the draft stored under `key`, `<name>-visita`. */
export function markGuestDraft(key: string): void {
  const keys = guestDraftKeys()
  if (!keys.includes(key)) sessionStorage.setItem(GUEST_DRAFTS_KEY, JSON.stringify([...keys, key]))
}

/** Moves the tab's guest drafts to the user at login, once, so that a second user does not get them. */
export function claimGuestDrafts(user: number): void {
  const keys = guestDraftKeys()
  if (keys.length === 0) return
  sessionStorage.removeItem(GUEST_DRAFTS_KEY)
  for (const key of keys) {
    const draft = localStorage.getItem(key)
    const ownKey = key.slice(0, -GUEST.length) + user
    if (!key.endsWith(`-${GUEST}`) || draft === null || localStorage.getItem(ownKey) !== null) continue
    localStorage.setItem(ownKey, draft)
    localStorage.removeItem(key)
  }
}
