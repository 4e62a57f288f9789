import type { ReactNode } from 'react'
import { Button } from './button'
import { Dialog, DialogActions } from './dialog'
import { Text } from './text'

type ConfirmProps = {
  opened: boolean
  title: string
  children: ReactNode
  action: string
  cancel?: string
  /** It destroys nothing. */
  plain?: boolean
  busy?: boolean
  failure?: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Confirms an action; the safe button has the focus. */
export function Confirm(props: ConfirmProps) {
  const { opened, title, children, action, cancel, plain, busy, failure, onConfirm, onClose } = props
  if (!opened) return null
  return (
    <Dialog onClose={onClose} title={title}>
      <Text>{children}</Text>
      {failure}
      <DialogActions>
        <Button variant="default" data-autofocus onClick={onClose}>
          {cancel ?? 'Cancelar'}
        </Button>
        <Button variant={plain ? 'filled' : 'danger'} loading={busy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
