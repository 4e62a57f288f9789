import createClient from 'openapi-react-query'
import { client } from './client'

/**
 * The typed calls as TanStack Query hooks: `api.useQuery('get', '/api/inicio')`. Only for screens inside `Queries`; what
 * every page loads takes `client.ts` alone.
 */
export const api = createClient(client)

// biome-ignore-start lint/performance/noBarrelFile: only until the screens that are being built meanwhile ask the two files
export { client, serverClient } from './client'
export { ApiError, OfflineError } from './errors'
// biome-ignore-end lint/performance/noBarrelFile: as above
