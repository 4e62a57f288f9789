import type { FlatPost } from '@campus/contract/forums'
import { notifications } from '@mantine/notifications'
import { Suspense, useEffect } from 'react'
import { lazily } from '../../platform/lazily'
import { Confirm } from '../../ui/confirm'
import { T } from './texts'
import { type Asked, useRemove } from './use-post-actions'
import type { Patches } from './use-posts'

/** A dialog of one post. */
export type PostDialogProps = { post: FlatPost; onClose: () => void }

/** Its files did not come: nothing was typed yet, so it is said and can be pressed again. */
function NoDialog({ onClose }: PostDialogProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it stands in the dialog's place
  useEffect(() => {
    notifications.show({ id: 'sin-dialogo', color: 'red', title: 'Error', message: T.noDialog, role: 'alert' })
    onClose()
  }, [])
  return null
}
const ReportDialog = lazily(() => import('./report-dialog'), NoDialog)
const HistoryDialog = lazily(() => import('./history-dialog'), NoDialog)

type DialogsProps = { asked: Asked | null; patches: Patches; onRemoved: () => void; onClose: () => void }

/** What is asked about one post before or beside the page. */
export function Dialogs({ asked, patches, onRemoved, onClose }: DialogsProps) {
  const remove = useRemove(patches)
  const removing = asked?.what === 'remove'
  return (
    <>
      <Confirm
        opened={removing}
        title={T.askTitle}
        action={T.askYes}
        busy={remove.isPending}
        onClose={onClose}
        onConfirm={() => removing && remove.mutate(asked.post, { onSuccess: onRemoved, onSettled: onClose })}
      >
        {T.askText}
      </Confirm>
      <Suspense>
        {asked?.what === 'report' && <ReportDialog post={asked.post} onClose={onClose} />}
        {asked?.what === 'history' && <HistoryDialog post={asked.post} onClose={onClose} />}
      </Suspense>
    </>
  )
}
