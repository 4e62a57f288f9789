import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from './api'
import { backgroundClient } from './client'

const FRESH_MS = 30_000
/** With it, the server does not record the lesson as the last one viewed. */
const headers = { purpose: 'prefetch' }

/** Loads the next screen's data on hover or focus; failures are silent. */
export function usePrefetch() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const updatedAt = (queryKey: QueryKey) => queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0
    // A key of its own: a screen that shared this query would record no visit and fail with it.
    const prefetch = async (queryKey: QueryKey, read: (signal: AbortSignal) => Promise<{ data?: unknown }>) => {
      const started = Date.now()
      if (updatedAt(queryKey) > started - FRESH_MS) return
      await queryClient.prefetchQuery({
        queryKey: ['prefetch', queryKey],
        // Aborted when the cache is emptied for another user.
        queryFn: async ({ signal }) => {
          const { data } = await read(signal)
          // The screen may have loaded newer data meanwhile.
          if (updatedAt(queryKey) < started) queryClient.setQueryData(queryKey, data)
          return true
        },
      })
    }
    const path = (id: number) => ({ params: { path: { id: String(id) } } })
    return {
      course: (id: number) =>
        prefetch(api.queryOptions('get', '/api/cursos/detallado/{id}', path(id)).queryKey, (signal) =>
          backgroundClient.GET('/api/cursos/detallado/{id}', { ...path(id), headers, signal }),
        ),
      lesson: (id: number) =>
        prefetch(api.queryOptions('get', '/api/lecciones/detallado/{id}', path(id)).queryKey, (signal) =>
          backgroundClient.GET('/api/lecciones/detallado/{id}', { ...path(id), headers, signal }),
        ),
    }
  }, [queryClient])
}
