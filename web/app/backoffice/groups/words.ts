import type { GroupRow } from '@campus/contract/groups.staff'
import { count, formatDate, formatNumber } from '../../lib/format'

export const GROUPS_PATH = '/gestion/grupos'

/** The students of a group, in the list of enrolments. */
export const groupStudentsPath = ({ id, id_curso }: GroupRow): string =>
  `/gestion/matriculas?${new URLSearchParams({ curso: String(id_curso), grupo: String(id) })}`

/** `12 de 20`, or how many without a limit. */
export const placesText = ({ ocupadas, aforo }: GroupRow): string =>
  aforo === null ? count(ocupadas, 'alumno', 'alumnos') : `${formatNumber(ocupadas)} de ${formatNumber(aforo)}`

/** How many more it takes; null without a limit. */
export function leftText({ aforo, ocupadas, apartadas, libres }: GroupRow): string | null {
  if (aforo === null || libres === null) return null
  if (ocupadas > aforo) return `${formatNumber(ocupadas - aforo)} de más`
  const held = apartadas > 0 ? ` · ${count(apartadas, 'apartada', 'apartadas')}` : ''
  return `${libres === 0 ? 'Sin vacantes' : count(libres, 'vacante', 'vacantes')}${held}`
}

const dayOf = (day: string): string => formatDate(`${day}T12:00:00Z`)

function datesText({ inicio, fin }: GroupRow): string {
  if (inicio && fin) return `Del ${dayOf(inicio)} al ${dayOf(fin)}`
  if (inicio) return `Desde el ${dayOf(inicio)}`
  return fin ? `Hasta el ${dayOf(fin)}` : ''
}

/** `sábados de 9 a 11 · Del 7 mar 2099 al 25 abr 2099 · Rosa Huamán` */
export const detailText = (group: GroupRow): string =>
  [group.horario, datesText(group), group.docente].filter(Boolean).join(' · ')
