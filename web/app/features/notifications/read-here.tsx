import type { Notification } from '@campus/contract/notifications'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { leadsTo } from './notice-format'

/** Long enough for the screen to request its data, and not to count a screen that is only passed. */
const LOOK_MS = 1000

type ReadHereProps = { unread: Notification[] | undefined; onRead: (notice: Notification) => void }

/** To open what a notification leads to is to read it (docs/product/accounts.md 7.3). */
export function ReadHere({ unread, onRead }: ReadHereProps) {
  const { pathname, search } = useLocation()
  const queryClient = useQueryClient()
  const fetching = useIsFetching()
  // Once per visit: what comes later is not on the screen yet.
  const visited = useRef('')
  useEffect(() => {
    const place = pathname + search
    if (!unread || fetching > 0 || visited.current === place) return
    const timer = setTimeout(() => {
      const shown = queryClient.getQueryCache().findAll({ type: 'active' })
      if (document.visibilityState === 'hidden' || shown.some(({ state }) => state.status !== 'success')) return
      visited.current = place
      for (const notice of unread) if (leadsTo(notice, { pathname, search })) onRead(notice)
    }, LOOK_MS)
    return () => clearTimeout(timer)
  })
  return null
}
