import type { Order } from '@campus/contract/orders'
import { DOCUMENT_NAMES, RECEIPT_NAMES } from '@campus/contract/receipt-names'

type Asked = NonNullable<Order['comprobante']>

/** «Factura F001-25» */
export const receiptName = ({ tipo, numero }: Pick<Asked, 'tipo' | 'numero'>): string =>
  [RECEIPT_NAMES[tipo], numero].filter(Boolean).join(' ')

/** Who it is for, where it says so. */
export const receiptBuyer = ({ tipo_documento, documento, razon_social }: Omit<Asked, 'numero'>): string =>
  [tipo_documento && `${DOCUMENT_NAMES[tipo_documento]} ${documento}`, razon_social].filter(Boolean).join(' · ')
