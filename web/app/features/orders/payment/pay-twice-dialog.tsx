import type { Order } from '@campus/contract/orders'
import { Button } from '../../../ui/button'
import { Dialog, DialogActions } from '../../../ui/dialog'
import { Text } from '../../../ui/text'
import { usePay } from './use-order'

/** The last warning before a payment that may charge twice. */
export default function PayTwiceDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const pay = usePay()
  return (
    <Dialog onClose={onClose} title="Ya hay un pago en camino">
      <Text>
        Si pagas otra vez y el primer pago también se confirma, se te cobrará dos veces y habrá que devolverte uno. Lo
        más seguro es esperar.
      </Text>
      <DialogActions>
        <Button variant="default" loading={pay.busy} onClick={() => pay.go(order)}>
          Pagar de todos modos
        </Button>
        <Button data-autofocus onClick={onClose}>
          Esperar
        </Button>
      </DialogActions>
    </Dialog>
  )
}
