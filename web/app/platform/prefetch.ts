import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from './api'
import { quiet } from './quiet'

/** Fetches the next screen's data before it is asked for: under the pointer or the focus. Failures stay silent. */
export function usePrefetch() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const path = (id: number) => ({ params: { path: { id: String(id) } } })
    return {
      course: (id: number) => {
        const { queryKey } = api.queryOptions('get', '/api/cursos/detallado/{id}', path(id))
        const read = () => quiet.GET('/api/cursos/detallado/{id}', path(id))
        return queryClient.prefetchQuery({ queryKey, queryFn: async () => (await read()).data })
      },
      lesson: (id: number) => {
        const { queryKey } = api.queryOptions('get', '/api/lecciones/detallado/{id}', path(id))
        // The header keeps a lesson that was only looked at from counting as the last one seen.
        const headers = { purpose: 'prefetch' }
        const read = () => quiet.GET('/api/lecciones/detallado/{id}', { ...path(id), headers })
        return queryClient.prefetchQuery({ queryKey, queryFn: async () => (await read()).data })
      },
    }
  }, [queryClient])
}
