/** Apart from `orders.ts`, for pages that load no Zod. */

export const CURRENCY = 'PEN'
export const MAX_ITEMS = 20
/** Afterwards the order expires and prices are computed again. */
export const ORDER_DAYS = 7

export const shortNumber = (numero: string): string => numero.slice(0, 8).toUpperCase()

export const PAYMENT_FAILED_TEXT = 'Hubo un problema al procesar el pago.'

/** `pagada` is final for payments; only a refund or a chargeback follows it. */
export const ORDER_STATES = [
  'pendiente',
  'en_espera',
  'rechazada',
  'cancelada',
  'pagada',
  'en_revision',
  'reembolsada',
  'contracargo',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

export const ORDER_STATE_TEXTS: Record<OrderState, string> = {
  pendiente: 'Por pagar',
  en_espera: 'Estamos esperando la confirmación del pago',
  rechazada: 'El pago fue rechazado, puedes intentarlo de nuevo',
  cancelada: 'La compra se canceló',
  pagada: 'Pagada, ya puedes estudiar',
  en_revision: 'Estamos revisando tu pago',
  reembolsada: 'Te devolvimos el dinero',
  contracargo: 'El banco retiró el pago',
}

/** As staff say it; {@link ORDER_STATE_TEXTS} are the buyer's. */
export const STAFF_STATE_TEXTS: Record<OrderState, string> = {
  pendiente: 'Por pagar',
  en_espera: 'Pago en camino',
  rechazada: 'Pago rechazado',
  cancelada: 'Cancelada',
  pagada: 'Pagada',
  en_revision: 'En revisión',
  reembolsada: 'Devuelta',
  contracargo: 'Contracargo',
}

/** States in which an order can be paid, and be cancelled. */
export const UNPAID_STATES: readonly OrderState[] = ['pendiente', 'en_espera', 'rechazada']

export const SANDBOX_ACTIONS = {
  aprobar: 'Aprobar el pago',
  rechazar: 'Rechazar el pago',
  dejar_pendiente: 'Dejarlo pendiente',
  aprobar_y_avisar_dos_veces: 'Aprobar y avisar dos veces',
  aprobar_y_avisar_tarde: 'Aprobar y avisar un minuto después',
  aprobar_sin_avisar: 'Aprobar sin avisar',
  aprobar_con_firma_mala: 'Aprobar y avisar con una firma falsa',
  avisar_en_desorden: 'Aprobar y avisar en desorden',
  pagar_dos_veces: 'Pagar dos veces',
  devolver_parte: 'Devolver S/ 40.00',
  reembolsar: 'Devolver el dinero',
  contracargo: 'Contracargo del banco',
  devolucion_rechazada: 'La próxima devolución se rechaza',
  devolucion_sin_respuesta: 'La próxima devolución se hace sin responder',
  devolucion_tarde: 'La próxima devolución tarda',
  devolucion_rechazada_tarde: 'La próxima devolución empieza y luego se rechaza',
} as const
export type SandboxAction = keyof typeof SANDBOX_ACTIONS

export const REFERRAL_CODE = /^REF(0|[1-9][0-9]{0,4})$/
export const REFERRAL_LIMIT = 99_999
export const MAX_REFERRALS = 2

export const OWN_CODE_TEXT = 'No puedes usar tu propio código.'
export const UNKNOWN_CODE_TEXT = 'El código no existe.'
