import type { Forum } from '@campus/contract/forums'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import { toast } from '../../../lib/toasts'
import { TEXTS } from './texts'

/** Queries that show forums: their lists and the search box. */
const FORUM_QUERIES = /^\/api\/(foros|detalle\/usuario)/

/** `none`: what is on the screen is not requested again, only what is opened next. */
export function useRefreshForums() {
  const queryClient = useQueryClient()
  return (refetchType: 'active' | 'none' = 'active') =>
    queryClient.invalidateQueries({
      refetchType,
      predicate: ({ queryKey }) => typeof queryKey[1] === 'string' && FORUM_QUERIES.test(queryKey[1]),
    })
}

export function usePin() {
  const refresh = useRefreshForums()
  const pin = api.useMutation('put', '/api/foros/{id}/toggle-pinned', {
    meta: { errorText: TEXTS.pinError },
    onSuccess: ({ data }) => {
      toast(data.pinned ? TEXTS.pinned : TEXTS.unpinned)
      return refresh()
    },
  })
  return ({ id }: Forum) => !pin.isPending && pin.mutate({ params: { path: { id: String(id) } } })
}
