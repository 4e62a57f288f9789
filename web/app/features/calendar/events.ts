import type { CalendarEvent } from '@campus/contract/calendar'
import { evaluationPath, lessonPath, modulesPath } from '../../lib/paths'
import { isAbroad, limaDay, limaTime } from '../../lib/session-time'
import { dayName } from './days'

export type Kind = CalendarEvent['tipo']

/** The icon beside it says the same, because colour alone says nothing. */
export const KIND_WORDS: Record<Kind, string> = {
  sesion: 'Clase en vivo',
  examen_abre: 'Abre el examen',
  examen_cierra: 'Cierra el examen',
  matricula_vence: 'Vence tu matrícula',
}

/** `19:30` and `20:30`, `Todo el día`; an end on another day of Lima is left out. */
export function hoursOf({ hora_inicio, fecha, inicio, fin }: CalendarEvent): [start: string, end?: string] {
  if (hora_inicio === null) return ['Todo el día']
  const end = Date.parse(fin)
  const sameDay = end > Date.parse(inicio) && limaDay(end) === fecha
  return sameDay ? [hora_inicio, limaTime(end)] : [hora_inicio]
}

export function linkOf(event: CalendarEvent): { to: string; text: string } {
  const { id_curso, id_modulo, id_leccion, id_evaluacion } = event
  if (event.tipo === 'sesion' && id_modulo !== null && id_leccion !== null)
    return { to: lessonPath({ id_curso, id_modulo, id_leccion }), text: 'Ver lección' }
  if (id_evaluacion !== null)
    return { to: evaluationPath({ id: id_evaluacion, id_curso, id_modulo }), text: 'Ver examen' }
  return { to: modulesPath(id_curso), text: 'Ver curso' }
}

/** Events by the day of Lima on which they begin. */
export function byDay(events: CalendarEvent[]): Map<string, CalendarEvent[]> {
  const days = new Map<string, CalendarEvent[]>()
  for (const event of events) days.set(event.fecha, [...(days.get(event.fecha) ?? []), event])
  return days
}

export const comingOf = (events: CalendarEvent[], now: number): CalendarEvent[] =>
  events.filter((event) => Date.parse(event.fin) > now)

/** The class that comes first. */
export const nextClass = (events: CalendarEvent[]): string | undefined =>
  events.find(({ tipo, cancelada }) => tipo === 'sesion' && !cancelada)?.uid

/** `hoy, lunes 23 de noviembre, 2 actividades`: a day of the grid for screen readers. */
export function dayLabel(day: string, events: number, today: string): string {
  const words = `${day === today ? 'hoy, ' : ''}${dayName(day)}`
  if (events === 0) return `${words}, sin actividades`
  return `${words}, ${events} ${events === 1 ? 'actividad' : 'actividades'}`
}

/** Says that all hours are Lima's when the device is in another time zone; otherwise null. */
export function zoneNote(now: number): string | null {
  if (!isAbroad(now)) return null
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
  return `Las horas son de Lima, Perú (UTC−5). Tu dispositivo está en la zona ${zone}.`
}
