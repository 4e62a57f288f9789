import { deviceStore, storedList, tabStore } from './storage'

const GUEST_DRAFTS_KEY = 'papeles-de-visita'

/** Replaces the user's id in the storage keys of a guest's drafts. */
export const GUEST = 'visita'

const guestDraftKeys = (): string[] => storedList(tabStore.getItem(GUEST_DRAFTS_KEY), (key) => typeof key === 'string')

/** Records that this tab's guest wrote the draft stored under `key`, `<name>-visita`. */
export function markGuestDraft(key: string): void {
  const keys = guestDraftKeys()
  if (!keys.includes(key)) tabStore.setItem(GUEST_DRAFTS_KEY, JSON.stringify([...keys, key]))
}

/** Moves the tab's guest drafts to the user at login, once: a second user must not get them. */
export function claimGuestDrafts(user: number): void {
  const keys = guestDraftKeys()
  if (keys.length === 0) return
  tabStore.removeItem(GUEST_DRAFTS_KEY)
  for (const key of keys) {
    const draft = deviceStore.getItem(key)
    const ownKey = key.slice(0, -GUEST.length) + user
    if (!key.endsWith(`-${GUEST}`) || draft === null || deviceStore.getItem(ownKey) !== null) continue
    deviceStore.setItem(ownKey, draft)
    deviceStore.removeItem(key)
  }
}
