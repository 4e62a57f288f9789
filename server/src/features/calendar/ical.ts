import type { CalendarEvent } from '@campus/contract/calendar'
import ical, { ICalAlarmType, ICalCalendarMethod } from 'ical-generator'

const TITLE: Record<CalendarEvent['tipo'], (event: CalendarEvent) => string> = {
  sesion: (event) => `${event.nombre} · ${event.curso}`,
  examen_abre: (event) => `Se abre: ${event.nombre} · ${event.curso}`,
  examen_cierra: (event) => `Cierra: ${event.nombre} · ${event.curso}`,
  matricula_vence: (event) => `Vence tu matrícula de ${event.curso}`,
}

/** Where in the campus an event is about. */
function placeOf(event: CalendarEvent): string {
  if (event.id_leccion) return `/miscursos/${event.id_curso}/modulos/${event.id_modulo}/leccion/${event.id_leccion}`
  return `/miscursos/${event.id_curso}/modulos`
}

/**
 * Events as an iCalendar (RFC 5545). Times are written in UTC, which every calendar shows right in its own zone; UIDs
 * never change, so that a subscription updates what it has.
 */
export function toIcal(events: CalendarEvent[], { name, publicUrl }: { name: string; publicUrl: string }): string {
  const host = new URL(publicUrl).hostname
  const calendar = ical({
    name,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Campus', product: 'Calendario', language: 'ES' },
    ttl: 60 * 60,
  })
  for (const event of events) {
    const address = new URL(placeOf(event), publicUrl).href
    const whole = event.hora_inicio === null
    const made = calendar.createEvent({
      id: `${event.uid}@${host}`,
      summary: TITLE[event.tipo](event),
      start: new Date(whole ? `${event.fecha}T00:00:00Z` : event.inicio),
      end: new Date(whole ? `${event.fecha}T00:00:00Z` : event.fin),
      allDay: whole,
      description: [event.enlace && `Ir a la sesión: ${event.enlace}`, `En el campus: ${address}`]
        .filter(Boolean)
        .join('\n'),
      url: address,
      location: event.enlace,
      // A fixed stamp: an unchanged calendar is the same bytes.
      stamp: new Date(event.inicio),
    })
    if (event.tipo === 'sesion') {
      made.createAlarm({ type: ICalAlarmType.display, trigger: 15 * 60, description: event.nombre })
    }
  }
  return calendar.toString()
}
