import { SIDEBAR_MINI_PX } from '@campus/contract/rules'
import { useSyncExternalStore } from 'react'
import { MENU_KEY } from '../platform/before-paint'

const WIDE = `(min-width: ${SIDEBAR_MINI_PX}px)`
const listeners = new Set<() => void>()

const marks = () => document.documentElement.dataset
const isWide = () => window.matchMedia(WIDE).matches

/** The width lives in two marks of the document, which base.css reads; the menu minimises itself below 1200 px. */
function isMini(): boolean {
  return isWide() ? marks().menuWide === 'mini' : marks().menuNarrow !== 'full'
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  listeners.add(listener)
  query.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    query.removeEventListener('change', listener)
  }
}

/** Whether the side menu is minimised. */
export function useMiniMenu(): boolean {
  return useSyncExternalStore(subscribe, isMini, () => false)
}

/** Minimises or widens it: remembered on wide screens, below 1200 px good for this visit. */
export function toggleMenu(): void {
  const next = isMini() ? 'full' : 'mini'
  if (isWide()) {
    marks().menuWide = next
    localStorage.setItem(MENU_KEY, next)
  } else {
    marks().menuNarrow = next
  }
  for (const listener of listeners) listener()
}
