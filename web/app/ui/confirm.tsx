import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog, DialogActions } from './dialog'

type ConfirmProps = {
  opened: boolean
  title: string
  children: ReactNode
  action: string
  cancel?: string
  busy?: boolean
  failure?: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Confirms a destructive action; the safe button has the focus. */
export function Confirm({ opened, title, children, action, cancel, busy, failure, onConfirm, onClose }: ConfirmProps) {
  if (!opened) return null
  return (
    <Dialog onClose={onClose} title={title}>
      <Text>{children}</Text>
      {failure}
      <DialogActions>
        <Button variant="default" data-autofocus onClick={onClose}>
          {cancel ?? 'Cancelar'}
        </Button>
        <Button color="red" loading={busy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
