import { TIME_ZONE } from '@campus/contract/rules'

const day = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE })
const weekday = new Intl.DateTimeFormat('es-PE', {
  weekday: 'long',
  day: 'numeric',
  month: 'short',
  timeZone: TIME_ZONE,
})
const time = new Intl.DateTimeFormat('es-PE', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: TIME_ZONE,
})

const DAY_MS = 86_400_000

/** `YYYY-MM-DD` in Lima. */
export const limaDay = (moment: number): string => day.format(moment)

/** `HH:MM` in Lima. */
export const limaTime = (moment: number): string => time.format(moment)

function dayText(start: Date, now: number): string {
  const startDay = day.format(start)
  if (startDay === day.format(now)) return 'Hoy'
  if (startDay === day.format(now + DAY_MS)) return 'Mañana'
  return weekday.format(start).replace('.', '').replace(',', '')
}

/** `Hoy, 19:30`, `viernes 27 nov, 19:30`, `En vivo ahora`, `Terminó`. */
export function describeSession(
  session: { inicio: string; fin: string },
  now: number,
): { text: string; live: boolean; over: boolean } {
  const start = new Date(session.inicio)
  const over = Date.parse(session.fin) <= now
  const live = !over && start.getTime() <= now
  const at = `${dayText(start, now)}, ${time.format(start)}`
  if (live) return { text: `En vivo ahora, desde las ${time.format(start)}`, live, over }
  return { text: over ? `Terminó: ${at}` : at, live, over }
}
