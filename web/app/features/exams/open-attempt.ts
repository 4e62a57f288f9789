import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useWindowEvent } from '../../lib/events'
import { deviceStore } from '../../lib/storage'

/** The attempt that this device has open: its change tells the other tabs. */
const KEY = 'examen:abierto'

/** What tells of an exam under way (docs/product/exams.md 2.7). */
const TELLS_OF_ATTEMPTS = ['/api/inicio', '/api/cursos/detallado/{id}']

/** A result changes progress, badges, certificates and points on other screens. */
function reload(queries: QueryClient, open: boolean): void {
  void queries.invalidateQueries(
    open ? { predicate: ({ queryKey }) => TELLS_OF_ATTEMPTS.includes(String(queryKey[1])) } : {},
  )
}

/** Tells the screens of this tab and of the others; null once the attempt is closed. */
export function tellAttempt(queries: QueryClient, attempt: number | null): void {
  if (attempt) deviceStore.setItem(KEY, String(attempt))
  else deviceStore.removeItem(KEY)
  reload(queries, attempt !== null)
}

export function useOtherTabs(): void {
  const queries = useQueryClient()
  useWindowEvent('storage', ({ key, newValue }) => key === KEY && reload(queries, newValue !== null))
}
