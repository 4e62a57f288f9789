import { useSyncExternalStore } from 'react'
import { zoneMark } from '../../../lib/session-time'

const subscribe = () => () => undefined

/** {@link zoneMark} on a page that the server renders too: it comes after hydration. */
export const useZoneMark = (instant: string | null): string =>
  useSyncExternalStore(
    subscribe,
    () => (instant ? zoneMark(instant) : ''),
    () => '',
  )
