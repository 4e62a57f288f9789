import type { BrandTicket } from '@campus/contract/support'
import { Button, Text } from '@mantine/core'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Failure } from '../../ui/failure'

type CloseDialogProps = {
  ticket: BrandTicket
  busy: boolean
  error: unknown
  onConfirm: () => void
  onClose: () => void
}

/** Before a message is closed that no one answered. */
export function CloseDialog({ ticket, busy, error, onConfirm, onClose }: CloseDialogProps) {
  return (
    <Dialog onClose={onClose} title="Cerrar sin responder">
      <Text>{`Le avisamos a ${ticket.nombres} que cerramos su pedido N.º ${ticket.numero} y que puede escribir de nuevo.`}</Text>
      <Failure mt="md" error={error} />
      <DialogActions>
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancelar
        </Button>
        <Button loading={busy} onClick={onConfirm}>
          Cerrar el mensaje
        </Button>
      </DialogActions>
    </Dialog>
  )
}
