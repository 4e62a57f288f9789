import { SIDEBAR_MINI_PX } from '@campus/contract/rules'
import { useSyncExternalStore } from 'react'
import { MENU_WIDTH_KEY } from '../lib/pre-paint-script'
import { deviceStore } from '../lib/storage'

const WIDE = `(min-width: ${SIDEBAR_MINI_PX}px)`
const MARKS = ['data-menu-wide', 'data-menu-narrow', 'data-stage']

const marks = () => document.documentElement.dataset
const isWide = () => window.matchMedia(WIDE).matches

/** The width is stored in attributes of the document, which frame.css reads; a lesson's stage minimises it by itself. */
function isMini(): boolean {
  const { menuWide, menuNarrow, stage } = marks()
  return isWide() ? (menuWide ?? (stage === undefined ? 'full' : 'mini')) === 'mini' : menuNarrow !== 'full'
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: MARKS })
  query.addEventListener('change', listener)
  return () => {
    observer.disconnect()
    query.removeEventListener('change', listener)
  }
}

export function useMiniMenu(): boolean {
  return useSyncExternalStore(subscribe, isMini, () => false)
}

/** Stored on wide screens; below 1200 px it lasts for this visit. */
export function toggleMenu(): void {
  const next = isMini() ? 'full' : 'mini'
  if (isWide()) {
    marks().menuWide = next
    deviceStore.setItem(MENU_WIDTH_KEY, next)
  } else {
    marks().menuNarrow = next
  }
}
