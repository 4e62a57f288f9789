import { Button, Group, Modal, Text } from '@mantine/core'
import { Failure } from '../../ui/failure'
import { useReturnFocus } from '../../ui/use-return-focus'

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
  useReturnFocus()
  return (
    <Modal opened onClose={onClose} title="¿Ya devolviste el dinero?" centered>
      <Text>{`Márcalo solo si ya devolviste ${amount} en el panel de MercadoPago. Se cierra el acceso y le avisamos a ${name}.`}</Text>
      <Failure mt="md" error={error} />
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancelar
        </Button>
        <Button loading={busy} onClick={onConfirm}>
          {`Sí, devolví ${amount}`}
        </Button>
      </Group>
    </Modal>
  )
}
