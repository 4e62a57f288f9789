/** Holidays on a fixed date, `MM-DD`. */
const FIXED = new Set([
  '01-01', // Año Nuevo
  '05-01', // Día del Trabajo
  '06-07', // Batalla de Arica y Día de la Bandera (Ley 31788)
  '06-29', // San Pedro y San Pablo
  '07-23', // Día de la Fuerza Aérea del Perú (Ley 31822)
  '07-28', // Fiestas Patrias
  '07-29',
  '08-06', // Batalla de Junín (Ley 31530)
  '08-30', // Santa Rosa de Lima
  '10-08', // Combate de Angamos
  '11-01', // Todos los Santos
  '12-08', // Inmaculada Concepción
  '12-09', // Batalla de Ayacucho (Ley 31381)
  '12-25', // Navidad del Señor
])

const DAY_MS = 86_400_000

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

/** Easter Sunday by the anonymous Gregorian computus of 1876, in UTC. */
function easter(year: number): number {
  const a = year % 19
  const century = Math.floor(year / 100)
  const rest = year % 100
  const moved = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * a + century - Math.floor(century / 4) - moved + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7
  const correction = Math.floor((a + 11 * epact + 22 * weekday) / 451)
  const place = epact + weekday - 7 * correction + 114
  return Date.UTC(year, Math.floor(place / 31) - 1, (place % 31) + 1)
}

/**
 * National holidays of Peru: Decreto Legislativo 713, article 6, with the laws that added to it up to 2023; Holy
 * Thursday and Good Friday move with Easter.
 */
export function isHoliday(day: string): boolean {
  if (FIXED.has(day.slice(5))) return true
  const sunday = easter(Number(day.slice(0, 4)))
  return day === dayOf(sunday - 3 * DAY_MS) || day === dayOf(sunday - 2 * DAY_MS)
}

/** TUO of Ley 27444, article 145. */
export function isBusinessDay(day: string): boolean {
  const weekday = new Date(at(day)).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(day)
}

/** The last day of a term that starts on the next business day (TUO of Ley 27444, article 144). */
export function businessDaysAfter(day: string, count: number): string {
  let moment = at(day)
  for (let left = count; left > 0; ) {
    moment += DAY_MS
    if (isBusinessDay(dayOf(moment))) left -= 1
  }
  return dayOf(moment)
}

/** How many business days follow `day` up to and with `last`; 0 when `last` is not after it. */
export function businessDaysUntil(day: string, last: string): number {
  let count = 0
  for (let moment = at(day) + DAY_MS; moment <= at(last); moment += DAY_MS) if (isBusinessDay(dayOf(moment))) count += 1
  return count
}
