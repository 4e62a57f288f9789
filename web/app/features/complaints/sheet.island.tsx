import { useBrand } from '../../lib/brand'
import { ComplaintForm } from './complaint-form'
import { Sent } from './sent'
import { useReceipt } from './use-receipt'

/** The form, and afterwards its receipt. */
export default function Sheet() {
  const [receipt, storeReceipt] = useReceipt(useBrand().id)
  return receipt ? (
    <Sent receipt={receipt} onAnother={() => storeReceipt(null)} />
  ) : (
    <ComplaintForm onSent={storeReceipt} />
  )
}
