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

/** The calendar day `YYYY-MM-DD` of a moment, in Lima. */
export const limaDay = (moment: number): string => day.format(moment)

/** The hour `HH:MM` of a moment, in Lima. */
export const limaTime = (moment: number): string => time.format(moment)

function dayText(start: Date, now: number): string {
  const its = day.format(start)
  if (its === day.format(now)) return 'Hoy'
  if (its === day.format(now + DAY_MS)) return 'Mañana'
  return weekday.format(start).replace('.', '').replace(',', '')
}

/** When something live happens, in Lima's time: `Hoy, 19:30`, `viernes 27 nov, 19:30`, `En vivo ahora`, `Terminó`. */
export function whenOf(
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
