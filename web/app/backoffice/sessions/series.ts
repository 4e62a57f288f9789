import type { SessionRow } from '@campus/contract/catalogue.staff'
import { numberOf } from '@campus/contract/numbers'
import { TIME_ZONE } from '@campus/contract/rules'
import { count, formatDay } from '../../lib/format'
import { instantOf } from '../blocks/lima-field'

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
  const [days, n] = [Number(every), numberOf(times)]
  if (!days || !(n > 1 && n <= 100) || Number.isNaN(Date.parse(day))) return ''
  const name = weekday.format(new Date(`${day}T00:00:00Z`))
  const rhythm = { 1: 'cada día', 7: `cada ${name}`, 14: `un ${name} sí y otro no` }[days] ?? ''
  return `${count(n, 'clase', 'clases')}, ${rhythm}: la última, el ${formatDay(dayAfter(day, days * (n - 1)))}.`
}

/** As the person saw them; the server refuses when one has changed since. */
export const seenOf = (sessions: SessionRow[]) => sessions.map(({ id, version }) => ({ id, version }))

type Moment = Pick<SessionRow, 'fecha' | 'hora_inicio'>

/** How far a class moves, in milliseconds; null while the new moment is being typed. */
export function moveOf(before: SessionRow, { fecha, hora_inicio }: Moment): number | null {
  const now = instantOf(`${fecha}T${hora_inicio}`)
  return now === null ? null : Date.parse(now) - Date.parse(before.inicio)
}

const moment = new Intl.DateTimeFormat('es-PE', {
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  ...{ hourCycle: 'h23', timeZone: TIME_ZONE },
} as const)

/** `sáb, 7 mar, 19:30`, of Lima */
export const momentText = (instant: number): string => moment.format(instant).replaceAll('.', '')
