import { useEffect, useLayoutEffect, useState } from 'react'

/** The open ones, the topmost last. */
const layers: object[] = []

/** What took its focus from a menu may have outlived it: then the menu's button. */
function placeOf(opener: Element | null): Element | null {
  if (opener?.isConnected) return opener
  const button = opener?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : null
}

/**
 * For each dialog and drawer: of several that are open only the topmost closes, although each listens to Escape, and the
 * focus goes back to what opened it.
 */
export function useOverlay(opened: boolean, onClose: () => void) {
  const [self] = useState(() => ({}))
  // Mantine gives the focus back only from what was closed before.
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  useLayoutEffect(() => {
    if (!opened) return
    const opener = document.activeElement
    layers.push(self)
    return () => {
      setTimeout(() => {
        // Not before: the key that closed it reaches those below too.
        layers.splice(layers.indexOf(self), 1)
        const { activeElement } = document
        const place = placeOf(opener)
        if ((!activeElement || activeElement === document.body) && place instanceof HTMLElement)
          place.focus({ preventScroll: true })
      })
    }
  }, [opened, self])
  return {
    opened: shown,
    onClose: () => {
      if (layers.at(-1) === self) onClose()
    },
  }
}
