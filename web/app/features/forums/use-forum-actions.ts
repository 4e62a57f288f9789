import type { Forum } from '@campus/contract/forums'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api'
import { T } from './texts'

/** Says that something was done. */
export const say = (message: string) => notifications.show({ message, color: 'teal', role: 'status' })

/** What knows of forums: their lists, and what the search box offers. */
const KNOWS_FORUMS = /^\/api\/(foros|detalle\/usuario)/

/** Every list and forum that is kept may be another one now. */
export function useRefreshForums() {
  const queryClient = useQueryClient()
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => typeof queryKey[1] === 'string' && KNOWS_FORUMS.test(queryKey[1]),
    })
}

/** What can be done with a forum from its card. */
export function useForumActions() {
  const refresh = useRefreshForums()
  const remove = api.useMutation('delete', '/api/foros/{id}', {
    meta: { errorText: T.deleteError },
    onSuccess: () => {
      say(T.deleted)
      return refresh()
    },
  })
  const pin = api.useMutation('put', '/api/foros/{id}/toggle-pinned', {
    meta: { errorText: T.pinError },
    onSuccess: ({ data }) => {
      say(data.pinned ? T.pinned : T.unpinned)
      return refresh()
    },
  })
  const path = (forum: Forum) => ({ params: { path: { id: String(forum.id) } } })
  return {
    removing: remove.isPending,
    remove: (forum: Forum, onEnd: () => void) => remove.mutate(path(forum), { onSettled: onEnd }),
    pinning: pin.isPending,
    pin: (forum: Forum) => pin.mutate(path(forum)),
  }
}
