import { type Blocker, useBlocker } from 'react-router'
import { useWindowEvent } from './events'

/** While it blocks, the browser asks before the page closes; the returned blocker is for a dialog on navigation. */
export function useLeaveBlocker(isBlocking: () => boolean): Blocker {
  useWindowEvent('beforeunload', (event) => {
    if (isBlocking()) event.preventDefault()
  })
  return useBlocker(
    ({ currentLocation, nextLocation }) => isBlocking() && currentLocation.pathname !== nextLocation.pathname,
  )
}
