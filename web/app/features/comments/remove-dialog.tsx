import type { Reply } from '@campus/contract/comments'
import { Confirm } from '../../ui/confirm'
import { TEXTS } from './texts'
import { useRemove } from './use-comments'

export default function RemoveDialog({ comment, onClose }: { comment: Reply; onClose: () => void }) {
  const remove = useRemove(comment, onClose)
  return (
    <Confirm
      opened
      title={TEXTS.askTitle}
      action={TEXTS.askYes}
      busy={remove.busy}
      onClose={onClose}
      onConfirm={() => remove.send()}
    >
      {TEXTS.askText}
    </Confirm>
  )
}
