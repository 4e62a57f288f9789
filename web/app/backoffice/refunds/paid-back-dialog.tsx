import { Button, Text } from '@mantine/core'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Failure } from '../../ui/failure'

type PaidBackDialogProps = {
  name: string
  amount: string
  busy: boolean
  error: unknown
  onConfirm: () => void
  onClose: () => void
}

/** Before courses are closed: the money must have gone back already. */
export function PaidBackDialog({ name, amount, busy, error, onConfirm, onClose }: PaidBackDialogProps) {
  return (
    <Dialog onClose={onClose} title="¿Ya devolviste el dinero?">
      <Text>{`Márcalo solo si ya devolviste ${amount} en el panel de MercadoPago. Se cierra el acceso y le avisamos a ${name}.`}</Text>
      <Failure mt="md" error={error} />
      <DialogActions>
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancelar
        </Button>
        <Button loading={busy} onClick={onConfirm}>
          {`Sí, devolví ${amount}`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
