import { notifications } from '@mantine/notifications'
import { Suspense, useEffect } from 'react'
import { lazily } from '../../platform/lazily'
import type { DialogsProps } from './dialogs'
import { T } from './texts'

/** Its files did not come: nothing was typed yet, so it is said and can be pressed again. */
function NoDialog({ onClose }: DialogsProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it stands in the dialog's place
  useEffect(() => {
    notifications.show({ id: 'sin-dialogo', color: 'red', title: 'Error', message: T.noDialog, role: 'alert' })
    onClose()
  }, [])
  return null
}
const Dialogs = lazily(() => import('./dialogs'), NoDialog)

/** What is asked about one post; its files come when something is asked. */
export function LateDialogs({ asked, ...rest }: Omit<DialogsProps, 'asked'> & { asked: DialogsProps['asked'] | null }) {
  return <Suspense>{asked && <Dialogs key={asked.post.id} asked={asked} {...rest} />}</Suspense>
}
