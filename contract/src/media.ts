/** How money comes in and goes back. Apart from `sales.ts`, for pages that load no Zod. */
export const MEDIA = [
  'mercadopago',
  'yape',
  'plin',
  'transferencia',
  'deposito',
  'efectivo',
  'pos',
  'cortesia',
] as const
export type Medium = (typeof MEDIA)[number]

export const MEDIUM_NAMES: Record<Medium, string> = {
  mercadopago: 'MercadoPago',
  yape: 'Yape',
  plin: 'Plin',
  transferencia: 'Transferencia',
  deposito: 'Depósito',
  efectivo: 'Efectivo',
  pos: 'Tarjeta en el local (POS)',
  cortesia: 'Cortesía',
}

/** Media whose operations have a number that no other sale may carry. */
export const NUMBERED_MEDIA = ['yape', 'plin', 'transferencia', 'deposito'] as const satisfies Medium[]

export const isNumbered = (medio: Medium): boolean => (NUMBERED_MEDIA as readonly Medium[]).includes(medio)

/** Also the voucher of a POS, where it was kept. */
export const takesNumber = (medio: Medium): boolean => medio === 'pos' || isNumbered(medio)

export const MAX_OPERATION = 40
