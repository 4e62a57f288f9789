import { onDemand } from './on-demand.ts'
import { TIME_ZONE } from './rules.ts'

/** Apart from the schemas so that pages can load it without Zod. */

const money = onDemand(() => new Intl.NumberFormat('es-PE', { minimumFractionDigits: 2, maximumFractionDigits: 2 }))
const dateTime = onDemand(
  () =>
    new Intl.DateTimeFormat('es-PE', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: TIME_ZONE,
    }),
)

/** `S/ 1,490.00`. */
export const formatMoney = (soles: number): string => `S/ ${money().format(soles)}`

/** By name, without the point that shortened months have. */
export const dateParts = (format: Intl.DateTimeFormat, value: Date): Record<string, string> =>
  Object.fromEntries(format.formatToParts(value).map((part) => [part.type, part.value.replace('.', '')]))

/** `21 nov 2026, 19:30` in Lima (docs/product/brands.md 4.7). */
export function formatInstant(instant: string): string {
  const { day, month, year, hour, minute } = dateParts(dateTime(), new Date(instant))
  return `${day} ${month} ${year}, ${hour}:${minute}`
}
