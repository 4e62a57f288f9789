import { useEffect } from 'react'

/** What can hold the focus for the controls inside it. */
const PARTS = '[tabindex], form[aria-label], fieldset[aria-label]'

const CONTROLS = 'button, a, input, select, textarea'

const BUSY = '[data-loading]'

/** What lies above the page. */
const LAYER = 'dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** From an element to its layer, or to the page. */
function pathOf(target: Element): HTMLElement[] {
  const path: HTMLElement[] = []
  for (let one: Element | null = target; one && one !== document.body; one = one.parentElement) {
    if (one instanceof HTMLElement) path.push(one)
    if (one.matches(LAYER)) break
  }
  return path
}

const layerOf = (path: readonly HTMLElement[]) => (path.at(-1)?.matches(LAYER) ? path.at(-1) : undefined)

const isLost = () => document.activeElement === document.body || document.activeElement?.matches(':disabled')

function take(part: HTMLElement): boolean {
  if (!part.isConnected || part.matches(':disabled')) return false
  // The screen's heading says where one is.
  const target = (part.matches('main') && part.querySelector<HTMLElement>('h1')) || part
  if (target.matches('form, fieldset')) target.tabIndex = -1
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
    /** Where the focus was before each layer above the page, the upper first. */
    let behind: HTMLElement[][] = []
    const hold = (next: HTMLElement[]) => {
      if (!layerOf(next)) behind = []
      else if (layerOf(next) !== layerOf(path)) behind = [path, ...behind]
      path = next
    }
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element) hold(pathOf(target))
    }
    const pressed = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      // Some browsers give a pressed button no focus.
      const control = target.closest(CONTROLS)
      if (control) hold(pathOf(control))
      // A press beside all controls takes the focus away on purpose; in a layer it leads back to where that was opened.
      else if (!path[0]?.contains(target) && !layerOf(pathOf(target))) path = []
    }
    const keep = () => {
      const [held] = path
      if (!held || !isLost() || (held.isConnected && held.matches(BUSY))) return
      const isPlace = (part: HTMLElement, at: number) => at === 0 || part.matches(PARTS)
      const places = [path, ...behind].flatMap((one) => one.filter(isPlace))
      places.find(take)
    }
    const observer = new MutationObserver(keep)
    const attributeFilter = ['disabled', 'data-loading']
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter })
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', pressed)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', pressed)
    }
  }, [])
}
