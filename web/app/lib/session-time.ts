import { LIMA_OFFSET_MINUTES, limaClock } from '@campus/contract/formats'
import { onDemand } from '@campus/contract/on-demand'
import { TIME_ZONE } from '@campus/contract/rules'
import { formatDateTime, formatDay } from './format'

const weekday = onDemand(
  () =>
    new Intl.DateTimeFormat('es-PE', {
      weekday: 'long',
      day: 'numeric',
      month: 'short',
      timeZone: TIME_ZONE,
    }),
)

const DAY_MS = 86_400_000

export const limaDay = (moment: number): string => limaClock(moment).slice(0, 10)

export const limaTime = (moment: number): string => limaClock(moment).slice(11, 16)

/** `Empieza el 12 de diciembre de 2026`, `Inició el …` once that day is over. */
export const startText = (day: string, now: number): string =>
  `${day >= limaDay(now) ? 'Empieza' : 'Inició'} el ${formatDay(day)}`

/** Whether the device's clock shows another hour than Lima's. Browser only. */
export const isAbroad = (moment: string | number): boolean =>
  new Date(moment).getTimezoneOffset() !== LIMA_OFFSET_MINUTES

export const zoneMark = (moment: string | number): string => (isAbroad(moment) ? ' (hora de Lima)' : '')

/** `21 nov 2026, 19:30`, with the zone where the device has another. Browser only. */
export const formatDeadline = (instant: string | null): string =>
  `${formatDateTime(instant)}${instant ? zoneMark(instant) : ''}`

function dayText(start: Date, now: number): string {
  const startDay = limaDay(start.getTime())
  if (startDay === limaDay(now)) return 'Hoy'
  if (startDay === limaDay(now + DAY_MS)) return 'Mañana'
  return weekday().format(start).replace('.', '').replace(',', '')
}

/** `Hoy, 19:30`, `viernes 27 nov, 19:30`, `En vivo ahora`, `Terminó`, abroad with the zone. Browser only. */
export function describeSession(
  session: { inicio: string; fin: string },
  now: number,
): { text: string; live: boolean; over: boolean } {
  const start = new Date(session.inicio)
  const over = Date.parse(session.fin) <= now
  const live = !over && start.getTime() <= now
  const hour = `${limaTime(start.getTime())}${zoneMark(session.inicio)}`
  const at = `${dayText(start, now)}, ${hour}`
  if (live) return { text: `En vivo ahora, desde las ${hour}`, live, over }
  return { text: over ? `Terminó: ${at}` : at, live, over }
}
