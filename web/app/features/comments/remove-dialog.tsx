import type { Reply } from '@campus/contract/comments'
import { Confirm } from '../../ui/confirm'
import { TEXTS } from './texts'
import { useRemove } from './use-comments'

type RemoveDialogProps = { comment: Reply; onRemoved: (id: number) => void; onClose: () => void }

export default function RemoveDialog({ comment, onRemoved, onClose }: RemoveDialogProps) {
  const remove = useRemove(comment, onRemoved, onClose)
  return <Confirm title={TEXTS.askTitle} busy={remove.busy} onClose={onClose} onConfirm={remove.send} />
}
