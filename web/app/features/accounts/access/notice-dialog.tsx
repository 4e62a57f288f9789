import type { ReactNode } from 'react'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { Stack } from '../../../ui/stack'
import { Text } from '../../../ui/text'

type NoticeDialogProps = { title: string; action: string; onDone: () => void; children: ReactNode }

/** Tells that something is done; its only way on is `action`. */
export default function NoticeDialog({ title, action, onDone, children }: NoticeDialogProps) {
  return (
    <Dialog onClose={onDone} title={title} closedby="none">
      <Stack gap="lg">
        <Text>{children}</Text>
        <Button onClick={onDone} data-autofocus fullWidth>
          {action}
        </Button>
      </Stack>
    </Dialog>
  )
}
