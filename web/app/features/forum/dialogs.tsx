import type { FlatPost } from '@campus/contract/forums'
import { Confirm } from '../../ui/confirm'
import HistoryDialog from './history-dialog'
import ReportDialog from './report-dialog'
import { T } from './texts'
import { type Asked, useRemove } from './use-post-actions'
import type { Patches } from './use-posts'

export type DialogsProps = { asked: Asked; patches: Patches; onRemoved: () => void; onClose: () => void }

type RemoveProps = Omit<DialogsProps, 'asked'> & { post: FlatPost }

function RemoveDialog({ post, patches, onRemoved, onClose }: RemoveProps) {
  const remove = useRemove(patches)
  return (
    <Confirm
      opened
      title={T.askTitle}
      action={T.askYes}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(post, { onSuccess: onRemoved, onSettled: onClose })}
    >
      {T.askText}
    </Confirm>
  )
}

/** What is asked about one post beside the page; loaded when something is asked. */
export default function Dialogs({ asked, ...rest }: DialogsProps) {
  const { post } = asked
  if (asked.what === 'remove') return <RemoveDialog post={post} {...rest} />
  if (asked.what === 'report') return <ReportDialog post={post} onClose={rest.onClose} />
  return <HistoryDialog post={post} onClose={rest.onClose} />
}
