/** What both sides need of orders and referral codes, without Zod: pages load it. */

/** The only currency (storefront.md section 9). */
export const CURRENCY = 'PEN'
/** Most items of one purchase. */
export const MAX_ITEMS = 20
/** An order can be paid for so many days; later its prices are asked anew. */
export const ORDER_DAYS = 7

/** storefront.md section 8. */
export const PAYMENT_FAILED_TEXT = 'Hubo un problema al procesar el pago.'

/** An order's states. `pagada` never goes back; a refund or a chargeback is told apart from it. */
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

/** What each state means to who bought. */
export const ORDER_STATE_TEXTS: Record<OrderState, string> = {
  pendiente: 'Falta pagar',
  en_espera: 'Estamos esperando la confirmación del pago',
  rechazada: 'El pago fue rechazado, puedes intentarlo de nuevo',
  cancelada: 'La compra se canceló',
  pagada: 'Pagada, ya puedes estudiar',
  en_revision: 'Estamos revisando tu pago',
  reembolsada: 'Te devolvimos el dinero',
  contracargo: 'El banco retiró el pago',
}

/** What the built-in payment page can do to an order, as a bank and a network would. */
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
  reembolsar: 'Devolver el dinero',
  contracargo: 'Contracargo del banco',
} as const
export type SandboxAction = keyof typeof SANDBOX_ACTIONS

/** A referral code: `REF` and an integer below 99999 (storefront.md section 9). */
export const REFERRAL_CODE = /^REF(0|[1-9][0-9]{0,4})$/
/** The integer of a code is below this. */
export const REFERRAL_LIMIT = 99_999
/** Most codes of a student: the button to make one hides once there is more than one (storefront.md section 9). */
export const MAX_REFERRALS = 2

export const OWN_CODE_TEXT = 'No puedes usar tu propio código.'
export const UNKNOWN_CODE_TEXT = 'El código no existe.'
