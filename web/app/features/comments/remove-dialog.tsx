import type { Reply } from '@campus/contract/comments'
import { Confirm } from '../../ui/confirm'
import { T } from './texts'
import { useRemove } from './use-comments'

/** Asks before a comment is deleted; loaded when it is asked. */
export default function RemoveDialog({ comment, onClose }: { comment: Reply; onClose: () => void }) {
  const remove = useRemove(comment, onClose)
  return (
    <Confirm
      opened
      title={T.askTitle}
      action={T.askYes}
      busy={remove.busy}
      onClose={onClose}
      onConfirm={() => remove.send()}
    >
      {T.askText}
    </Confirm>
  )
}
