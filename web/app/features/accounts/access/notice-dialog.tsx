import { Button, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type NoticeDialogProps = { title: string; action: string; onDone: () => void; children: ReactNode }

/** Tells that something is done; its only way on is `action`. */
export default function NoticeDialog({ title, action, onDone, children }: NoticeDialogProps) {
  return (
    <Modal opened onClose={onDone} title={title} centered withCloseButton={false} closeOnClickOutside={false}>
      <Stack gap="lg">
        <Text>{children}</Text>
        <Button onClick={onDone} data-autofocus fullWidth>
          {action}
        </Button>
      </Stack>
    </Modal>
  )
}
