/** Apart from `receipt-rules.ts`, for pages that only say them. */

export const RECEIPTS = ['boleta', 'factura'] as const
export type ReceiptKind = (typeof RECEIPTS)[number]
export const RECEIPT_NAMES: Record<ReceiptKind, string> = { boleta: 'Boleta', factura: 'Factura' }

/** Of whoever a boleta is for; a factura's is always a RUC. */
export const BUYER_DOCUMENTS = ['DNI', 'CE', 'Pasaporte'] as const
export type BuyerDocument = (typeof BUYER_DOCUMENTS)[number]

export const DOCUMENT_NAMES: Record<BuyerDocument | 'RUC', string> = {
  DNI: 'DNI',
  CE: 'Carné de extranjería',
  Pasaporte: 'Pasaporte',
  RUC: 'RUC',
}
