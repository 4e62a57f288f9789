import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type ConfirmProps = {
  opened: boolean
  title: string
  children: ReactNode
  action: string
  cancel?: string
  busy?: boolean
  /** What went wrong with it, below the question. */
  failure?: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be taken back; the safe answer has the focus. */
export function Confirm({ opened, title, children, action, cancel, busy, failure, onConfirm, onClose }: ConfirmProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered>
      <Text>{children}</Text>
      {failure}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" data-autofocus onClick={onClose}>
          {cancel ?? 'Cancelar'}
        </Button>
        <Button color="red" loading={busy} onClick={onConfirm}>
          {action}
        </Button>
      </Group>
    </Modal>
  )
}
