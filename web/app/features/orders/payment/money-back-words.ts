import { shortNumber } from '@campus/contract/order-rules'
import type { Order } from '@campus/contract/orders'
import type { CourseRefund } from '@campus/contract/refunds'
import { formatDayOfYear } from '../../../lib/format'
import { limaDay } from '../../../lib/session-time'

const listed = new Intl.ListFormat('es')

export const sumOf = (courses: CourseRefund[]): number => courses.reduce((sum, { monto }) => sum + monto, 0)

/** Paid back so far beyond what the order's requests already say. */
export function otherBack({ estado, devuelto, devolucion }: Pick<Order, 'estado' | 'devuelto' | 'devolucion'>): number {
  const returned = devolucion?.cursos.filter((course) => estado === 'pagada' && course.estado === 'devuelta') ?? []
  return Math.max(0, Math.round((devuelto - sumOf(returned)) * 100) / 100)
}

/** What stands while the academy has not answered; the courses are named where the order has others. */
export function askedText(asked: CourseRefund[], several: boolean): string {
  const day = formatDayOfYear(limaDay(Date.parse(asked[0]?.pedida_en ?? '')))
  const what = several ? ` de ${listed.format(asked.map(({ nombre }) => `«${nombre}»`))}` : ''
  return `Pediste la devolución${what} el ${day}: te respondemos en 3 días hábiles`
}

export const contactText = (numero: string, course: string): string =>
  `Hola, les escribo por mi pedido de devolución de «${course}» (orden ${shortNumber(numero)}).`
