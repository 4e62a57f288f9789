import createClient from 'openapi-react-query'
import { client } from './client'

/**
 * The typed calls as TanStack Query hooks: `api.useQuery('get', '/api/inicio')`. Only for screens inside `Queries`; what
 * every page loads takes `client.ts` alone.
 */
export const api = createClient(client)
