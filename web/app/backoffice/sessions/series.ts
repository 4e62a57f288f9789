import { count, formatDay } from '../../lib/format'

export const REPEATS = [
  { value: '', label: 'No se repite' },
  { value: '1', label: 'Cada día' },
  { value: '7', label: 'Cada semana' },
  { value: '14', label: 'Cada dos semanas' },
] as const

const weekday = new Intl.DateTimeFormat('es-PE', { weekday: 'long', timeZone: 'UTC' })

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** `8 clases, cada sábado: la última, el 25 abr 2099`; empty when it is one class or the day is missing. */
export function seriesText(day: string, every: string, times: string): string {
  const [days, n] = [Number(every), Number(times)]
  if (!days || !(n > 1 && n <= 100) || Number.isNaN(Date.parse(day))) return ''
  const name = weekday.format(new Date(`${day}T00:00:00Z`))
  const rhythm = { 1: 'cada día', 7: `cada ${name}`, 14: `un ${name} sí y otro no` }[days] ?? ''
  return `${count(n, 'clase', 'clases')}, ${rhythm}: la última, el ${formatDay(dayAfter(day, days * (n - 1)))}.`
}
