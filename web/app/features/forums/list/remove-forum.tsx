import type { Forum } from '@campus/contract/forums'
import { api } from '../../../lib/api'
import { toast } from '../../../lib/toasts'
import { Confirm } from '../../../ui/confirm'
import { TEXTS } from './texts'

type RemoveForumProps = { forum: Pick<Forum, 'id'>; onRemoved: () => Promise<unknown>; onClose: () => void }

/** Asks before a forum and its answers go away; late, like all dialogs. */
export default function RemoveForum({ forum, onRemoved, onClose }: RemoveForumProps) {
  const remove = api.useMutation('delete', '/api/foros/{id}', {
    meta: { errorText: TEXTS.deleteError },
    onSuccess: () => {
      toast(TEXTS.deleted)
      return onRemoved()
    },
    onSettled: onClose,
  })
  return (
    <Confirm
      title={TEXTS.askTitle}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { path: { id: String(forum.id) } } })}
    />
  )
}
