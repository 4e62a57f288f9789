import { useEffect, useLayoutEffect, useState } from 'react'

/** What took its focus from a menu may have outlived it: then the menu's button. */
function placeOf(opener: Element | null): Element | null {
  if (opener?.isConnected) return opener
  const button = opener?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : null
}

/** For each dialog and drawer, also one that is mounted open: the focus goes back to what opened it. */
export function useOverlay(opened: boolean, onClose: () => void) {
  // Mantine gives the focus back only from what was closed before.
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  useLayoutEffect(() => {
    if (!opened) return
    const opener = document.activeElement
    return () => {
      setTimeout(() => {
        const { activeElement } = document
        const place = placeOf(opener)
        if ((!activeElement || activeElement === document.body) && place instanceof HTMLElement)
          place.focus({ preventScroll: true })
      })
    }
  }, [opened])
  return { opened: shown, onClose }
}
