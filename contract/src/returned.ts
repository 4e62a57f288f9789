/** Apart from `refunds.ts`, for pages that load no Zod. */

export const MAX_REFUND_TEXT = 500

type Refunded = { devolucion: { cursos: { id_curso: number; monto: number; estado: string }[] } | null }

/** Staff refunded the whole order, although its payment still counts at the gateway. */
export const isReturned = ({ devolucion }: Refunded): boolean =>
  devolucion?.cursos.every(({ monto, estado }) => monto === 0 || estado === 'devuelta') ?? false

export const isReturnedCourse = ({ devolucion }: Refunded, course: number): boolean =>
  devolucion?.cursos.some(({ id_curso, estado }) => id_curso === course && estado === 'devuelta') ?? false
