import type { CalendarEvent } from '@campus/contract/calendar'
import ical, { escape as escapeText, ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { CalendarEntry } from './calendar.ts'

const DAY_MS = 86_400_000

const TITLE: Record<CalendarEvent['tipo'], (event: CalendarEvent) => string> = {
  sesion: (event) => `${event.nombre} · ${event.curso}`,
  examen_abre: (event) => `Se abre: ${event.nombre} · ${event.curso}`,
  examen_cierra: (event) => `Cierra: ${event.nombre} · ${event.curso}`,
  matricula_vence: (event) => `Vence tu matrícula de ${event.curso}`,
}

function pathOf(event: CalendarEvent): string {
  if (event.id_leccion) return `/miscursos/${event.id_curso}/modulos/${event.id_modulo}/leccion/${event.id_leccion}`
  return `/miscursos/${event.id_curso}/modulos`
}

/** The end is exclusive, and absent where it would not be later. */
function spanOf({ hora_inicio, fecha, inicio, fin }: CalendarEvent): {
  start: Date
  end: Date | null
  allDay: boolean
} {
  if (hora_inicio === null) {
    const start = new Date(`${fecha}T00:00:00Z`)
    return { start, end: new Date(start.getTime() + DAY_MS), allDay: true }
  }
  return { start: new Date(inicio), end: fin > inicio ? new Date(fin) : null, allDay: false }
}

/** RFC 5545, in UTC; UIDs never change, so that subscriptions update their events. */
export function toIcal(events: CalendarEntry[], { name, publicUrl }: { name: string; publicUrl: string }): string {
  const host = new URL(publicUrl).hostname
  const calendar = ical({
    // The library escapes every text but this one.
    name: escapeText(name, false),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Campus', product: 'Calendario', language: 'ES' },
    ttl: 60 * 60,
  })
  for (const event of events) {
    const address = new URL(pathOf(event), publicUrl).href
    const changed = new Date(event.cambiado)
    const created = calendar.createEvent({
      id: `${event.uid}@${host}`,
      summary: TITLE[event.tipo](event),
      ...spanOf(event),
      description: [event.enlace && `Ir a la sesión: ${event.enlace}`, `En el campus: ${address}`]
        .filter(Boolean)
        .join('\n'),
      url: address,
      location: event.enlace,
      sequence: event.secuencia,
      status: event.cancelada ? ICalEventStatus.CANCELLED : null,
      // The moment of the change, not of the answer, keeps an unchanged calendar byte-identical.
      stamp: changed,
      lastModified: changed,
    })
    if (event.tipo === 'sesion' && !event.cancelada) {
      created.createAlarm({ type: ICalAlarmType.display, trigger: 15 * 60, description: event.nombre })
    }
  }
  return calendar.toString()
}
