import { useRefresh } from '../blocks/use-refresh'

/** After money or a state of an order changed. */
export const useOrderRefresh = () =>
  useRefresh('/api/gestion/ordenes', '/api/gestion/ordenes/{numero}', '/api/gestion/bandeja')
