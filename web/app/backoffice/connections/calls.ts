import type { Connections } from '@campus/contract/connections'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { useRefresh } from '../blocks/use-refresh'

export const CONNECTIONS = api.queryOptions('get', '/api/gestion/conexiones', {})

/** Takes a newer state, which *Primeros pasos* follows. */
export function useTakeState(): (state: Connections) => void {
  const queries = useQueryClient()
  const refresh = useRefresh('/api/gestion/bandeja')
  return (state) => {
    queries.setQueryData(CONNECTIONS.queryKey, { data: state })
    void refresh()
  }
}
