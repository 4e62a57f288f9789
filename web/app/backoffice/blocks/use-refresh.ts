import { useQueryClient } from '@tanstack/react-query'
import type { paths } from '../../lib/api.gen'

/** Asks these addresses again, where their answers are shown. */
export function useRefresh(...addresses: (keyof paths)[]) {
  const queries = useQueryClient()
  return () => Promise.all(addresses.map((address) => queries.invalidateQueries({ queryKey: ['get', address] })))
}
