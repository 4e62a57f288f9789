import type { StaffOrder } from '@campus/contract/orders.staff'
import { DOCUMENT_NAMES, RECEIPT_NAMES } from '@campus/contract/receipt-names'
import type { StaffReceipt } from '@campus/contract/receipts'
import { Anchor, Group } from '@mantine/core'
import { lazy, useState } from 'react'
import { Late } from '../../ui/late'
import rows from '../blocks/rows.module.css'
import { useRefresh } from '../blocks/use-refresh'
import classes from './orders.module.css'

const NumberDialog = lazy(() => import('./receipt-number-dialog'))
const DataDialog = lazy(() => import('./receipt-data-dialog'))

function nameOf({ datos, numero }: StaffReceipt): string {
  return [datos && RECEIPT_NAMES[datos.tipo], numero ?? (datos ? 'sin número' : null)].filter(Boolean).join(' ')
}

function linesOf({ datos }: StaffReceipt): string[] {
  if (!datos?.documento) return []
  const { tipo_documento: kind, documento, razon_social, direccion } = datos
  const buyer = [`${kind ? DOCUMENT_NAMES[kind] : ''} ${documento}`.trim(), razon_social].filter(Boolean).join(' · ')
  return [buyer, ...(direccion ? [direccion] : [])]
}

/** The receipt of an order as the person may see it, with what they may do to it. */
export function OrderReceipt({ order }: { order: StaffOrder }) {
  const refresh = useRefresh('/api/gestion/ordenes', '/api/gestion/ordenes/{numero}')
  const [asking, setAsking] = useState<'numero' | 'datos' | null>(null)
  const { comprobante: receipt, numero, pagada_en } = order
  if (!receipt || (!receipt.datos && !receipt.numero)) return null
  const dialog = { numero, receipt, onDone: refresh, onClose: () => setAsking(null) }
  return (
    <section aria-labelledby="comprobante" className={classes.apart}>
      <h2 id="comprobante" className={classes.apartName}>{`Comprobante: ${nameOf(receipt)}`}</h2>
      {linesOf(receipt).map((text) => (
        <p key={text} className={rows.detail}>
          {text}
        </p>
      ))}
      {receipt.editable && (
        <Group gap="lg" mt="xs">
          {(pagada_en !== null || receipt.numero) && (
            <Anchor component="button" type="button" size="sm" onClick={() => setAsking('numero')}>
              {receipt.numero ? 'Cambiar número' : 'Escribir número'}
            </Anchor>
          )}
          {!receipt.numero && (
            <Anchor component="button" type="button" size="sm" onClick={() => setAsking('datos')}>
              Cambiar datos
            </Anchor>
          )}
        </Group>
      )}
      {asking && (
        <Late fallback={null}>{asking === 'numero' ? <NumberDialog {...dialog} /> : <DataDialog {...dialog} />}</Late>
      )}
    </section>
  )
}
