import { useEffect } from 'react'

/** What can hold the focus for the controls inside it. */
const PARTS = '[tabindex], form[aria-label]'

const BUSY = '[data-loading]'

function pathOf(target: Element): HTMLElement[] {
  const path: HTMLElement[] = []
  for (let one: Element | null = target; one && one !== document.body; one = one.parentElement)
    if (one instanceof HTMLElement) path.push(one)
  return path
}

const isOverlay = (path: readonly HTMLElement[]) => path.at(-1)?.matches('[data-portal]') ?? false

const isLost = () => document.activeElement === document.body || document.activeElement?.matches(':disabled')

function take(part: HTMLElement): boolean {
  if (!part.isConnected || part.matches(':disabled')) return false
  // The screen's heading says where one is.
  const target = (part.matches('main') && part.querySelector<HTMLElement>('h1')) || part
  if (target.matches('form')) target.tabIndex = -1
  target.focus({ preventScroll: true })
  return document.activeElement === target
}

/**
 * A control that goes away or is disabled loses the focus to the document, and the keyboard starts again at its top. Here
 * the nearest part of the screen that is left takes it; a busy button gets it back.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let path: HTMLElement[] = []
    let behindOverlay: HTMLElement[] = []
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      const next = pathOf(target)
      if (isOverlay(next) && !isOverlay(path)) behindOverlay = path
      path = next
    }
    // A press beside all controls takes the focus away on purpose; one in an overlay leads back to where it was opened.
    const forget = ({ target }: Event) => {
      if (target instanceof Element && !path[0]?.contains(target) && !isOverlay(pathOf(target))) path = []
    }
    const keep = () => {
      const [held] = path
      if (!held || !isLost() || (held.isConnected && held.matches(BUSY))) return
      const isPlace = (part: HTMLElement, at: number) => at === 0 || part.matches(PARTS)
      const places = [...path.filter(isPlace), ...behindOverlay.filter(isPlace)]
      places.find(take)
    }
    const observer = new MutationObserver(keep)
    const attributeFilter = ['disabled', 'data-loading']
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter })
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', forget)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', forget)
    }
  }, [])
}
