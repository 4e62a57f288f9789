import { CURRENCY, type OrderState } from '@campus/contract/order-rules'
import type { GatewayPayment } from './gateway.ts'
import { soles } from './money.ts'
import type { Warning } from './warnings.ts'

/** What a payment did to the courses of its order. */
export type Access = { before: OrderState; after: OrderState; closed: number; courses: number }

/** What became of the access, as it is. */
export function accessText({ before, after, closed, courses }: Access): string {
  if (after === 'pagada') return before === 'pagada' ? 'Sus cursos siguen abiertos.' : 'Sus cursos están abiertos.'
  if (before !== 'pagada') return 'Esta orden no tiene cursos abiertos.'
  if (closed === courses) return 'El acceso a sus cursos se cerró.'
  if (closed === 0) return 'Sus cursos siguen abiertos: los cubre otra orden pagada.'
  return `Se cerró el acceso a ${closed} de sus ${courses} cursos: otra orden pagada cubre los demás.`
}

/** `S/ 149.00`, or `40.00 USD` of a payment in another currency. */
const moneyOf = (centimos: number, currency: string): string =>
  currency === CURRENCY ? soles(centimos) : `${(centimos / 100).toFixed(2)} ${currency}`

export const refundWarning = ({ status, amountCentimos, currency }: GatewayPayment, access: Access): Warning => {
  const amount = moneyOf(amountCentimos, currency)
  return status === 'refunded'
    ? { asunto: 'Una devolución', mensaje: `Se devolvió un pago de ${amount}. ${accessText(access)}` }
    : {
        asunto: 'Un contracargo',
        mensaje: `El banco retiró un pago de ${amount} (contracargo). ${accessText(access)}`,
      }
}

export const amountWarning = ({ amountCentimos, currency }: GatewayPayment, access: Access): Warning => ({
  asunto: 'Un pago de otro monto',
  mensaje: `Llegó un pago de ${moneyOf(amountCentimos, currency)}, que no es el total de la orden: revísalo. ${accessText(access)}`,
})

export const doubleWarning = (centimos: number, access: Access): Warning => ({
  asunto: 'Un pago repetido',
  mensaje: `La orden se pagó dos veces: devuelve ${soles(centimos)} de uno de los pagos. ${accessText(access)}`,
})

/** `centimos`: what came back now; null where the gateway does not tell. */
export const partWarning = (centimos: number | null, estado: OrderState): Warning => ({
  asunto: 'Una devolución parcial',
  mensaje: `${centimos === null ? 'Se devolvió una parte del pago.' : `Se devolvieron ${soles(centimos)}, una parte del pago.`} ${
    estado === 'pagada'
      ? 'Sus cursos siguen abiertos: decide si cierras alguno.'
      : 'Esta orden no tiene cursos abiertos.'
  }`,
})

/** The gateway gave back `centimos`, and less in all than staff told the buyer. */
export const lessWarning = (centimos: number, falta: number): Warning => ({
  asunto: 'Una devolución parcial',
  mensaje: `Se devolvieron ${soles(centimos)}, una parte de lo que ya diste por devuelto: faltan ${soles(falta)}. Si no los devolviste por otro medio, devuélvelos.`,
})

/** `other`: the short number of the order that had paid them. */
export const repeatWarning = (centimos: number, other: string): Warning => ({
  asunto: 'Una compra repetida',
  mensaje: `La orden pagó cursos que la orden ${other} ya tenía pagados: devuelve ${soles(centimos)} de una de las dos. Sus cursos están abiertos.`,
})
