import { api } from '../../lib/api'

const EVERY_MS = 60_000

/** What waits, for the menu's counts and the first screen. */
export const useInbox = () => api.useQuery('get', '/api/gestion/bandeja', {}, { refetchInterval: EVERY_MS })
