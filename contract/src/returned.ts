import type { Order } from './orders.ts'

/** Apart from `refunds.ts` so that pages can load it without Zod. */

export const MAX_REFUND_TEXT = 500

/** Staff paid back all that the order cost, although its payment still counts at the gateway. */
export const isReturned = ({ devolucion }: Pick<Order, 'devolucion'>): boolean =>
  devolucion?.cursos.every(({ monto, estado }) => monto === 0 || estado === 'devuelta') ?? false

/** Whether the money of one of its courses went back. */
export const isReturnedCourse = ({ devolucion }: Pick<Order, 'devolucion'>, course: number): boolean =>
  devolucion?.cursos.some(({ id_curso, estado }) => id_curso === course && estado === 'devuelta') ?? false
