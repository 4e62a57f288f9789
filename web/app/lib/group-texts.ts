import type { GroupWithPlaces, OfferedGroup } from '@campus/contract/groups'
import { count, formatDay, formatDayOfYear } from './format'

export const hasPlaces = ({ libres }: GroupWithPlaces): boolean => libres !== 0

const datesText = ({ inicio, fin }: OfferedGroup): string => {
  if (inicio && fin) return `del ${formatDayOfYear(inicio)} al ${formatDay(fin)}`
  if (inicio) return `desde el ${formatDay(inicio)}`
  return fin ? `hasta el ${formatDay(fin)}` : ''
}

/** When it takes place; may be empty. */
export function timesText(group: OfferedGroup): string {
  const text = [group.horario, datesText(group)].filter(Boolean).join(' · ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Empty without a limit. */
export function placesText(libres: number | null): string {
  if (libres === null) return ''
  if (libres === 0) return 'Sin vacantes'
  return `${libres === 1 ? 'Queda' : 'Quedan'} ${count(libres, 'vacante', 'vacantes')}`
}
