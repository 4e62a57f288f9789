import type { ReactNode } from 'react'
import { Button } from './button'
import { Dialog, DialogActions } from './dialog'
import { Text } from './text'

type ConfirmProps = {
  opened?: boolean
  title: string
  children?: ReactNode
  action?: string
  cancel?: string
  /** It destroys nothing. */
  plain?: boolean
  busy?: boolean
  failure?: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Confirms an action, by default that something is deleted; the safe button has the focus. */
export function Confirm({
  opened = true,
  title,
  children = 'Esta acción no se puede deshacer.',
  action = 'Sí, eliminar',
  cancel = 'Cancelar',
  plain,
  busy,
  failure,
  onConfirm,
  onClose,
}: ConfirmProps) {
  if (!opened) return null
  return (
    <Dialog onClose={onClose} title={title}>
      <Text>{children}</Text>
      {failure}
      <DialogActions>
        <Button variant="default" data-autofocus onClick={onClose}>
          {cancel}
        </Button>
        <Button variant={plain ? 'filled' : 'danger'} loading={busy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
