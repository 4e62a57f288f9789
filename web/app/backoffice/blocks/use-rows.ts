import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query'
import { api } from '../../lib/api'
import type { paths } from '../../lib/api.gen'
import type { ListState } from './list-state'

type Get<Path extends keyof paths> = paths[Path] extends { get: infer Read } ? Read : never
type Asked<Path extends keyof paths> =
  Get<Path> extends { parameters: { query?: infer Query } } ? Query | ListState['params'] : never
type Answer<Path extends keyof paths> =
  Get<Path> extends { responses: { 200: { content: { 'application/json': infer Body } } } } ? Body : never

type Params<Path extends keyof paths> = { path?: Record<string, string>; query: Asked<Path> }

type Options<Data> = {
  enabled?: boolean
  staleTime?: number
  refetchInterval?: number | ((query: { state: { data: Data | undefined } }) => number | false)
}

/** A list that keeps its rows while the next ones are loaded; what an address asks for is read by the server. */
export const useRows = <Path extends keyof paths>(
  path: Path,
  params: Params<Path>,
  options: Options<Answer<Path>> = {},
): UseQueryResult<Answer<Path>, Error> =>
  api.useQuery('get', path as never, { params } as never, { placeholderData: keepPreviousData, ...options } as never)
