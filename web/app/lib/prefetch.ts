import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from './api'
import { backgroundClient } from './client'

/** Prefetches the next screen's data on hover or focus; failures are silent. */
export function usePrefetch() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const path = (id: number) => ({ params: { path: { id: String(id) } } })
    return {
      course: (id: number) => {
        const { queryKey } = api.queryOptions('get', '/api/cursos/detallado/{id}', path(id))
        const read = () => backgroundClient.GET('/api/cursos/detallado/{id}', path(id))
        return queryClient.prefetchQuery({ queryKey, queryFn: async () => (await read()).data })
      },
      lesson: (id: number) => {
        const { queryKey } = api.queryOptions('get', '/api/lecciones/detallado/{id}', path(id))
        // Without this header the server would record it as the last lesson viewed.
        const headers = { purpose: 'prefetch' }
        const read = () => backgroundClient.GET('/api/lecciones/detallado/{id}', { ...path(id), headers })
        return queryClient.prefetchQuery({ queryKey, queryFn: async () => (await read()).data })
      },
    }
  }, [queryClient])
}
