/** Apart from `refunds.ts` so that pages can load it without Zod. */

export const MAX_REFUND_TEXT = 500

type Refunded = { devolucion: { cursos: { id_curso: number; monto: number; estado: string }[] } | null }

/** Staff paid back all that the order cost, although its payment still counts at the gateway. */
export const isReturned = ({ devolucion }: Refunded): boolean =>
  devolucion?.cursos.every(({ monto, estado }) => monto === 0 || estado === 'devuelta') ?? false

/** Whether the money of one of its courses went back. */
export const isReturnedCourse = ({ devolucion }: Refunded, course: number): boolean =>
  devolucion?.cursos.some(({ id_curso, estado }) => id_curso === course && estado === 'devuelta') ?? false
