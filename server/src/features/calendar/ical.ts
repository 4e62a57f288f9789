import type { CalendarEvent } from '@campus/contract/calendar'
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

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

/** RFC 5545, in UTC; UIDs never change, so that subscriptions update their events. */
export function toIcal(events: CalendarEvent[], { name, publicUrl }: { name: string; publicUrl: string }): string {
  const host = new URL(publicUrl).hostname
  const calendar = ical({
    name,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Campus', product: 'Calendario', language: 'ES' },
    ttl: 60 * 60,
  })
  for (const event of events) {
    const address = new URL(pathOf(event), publicUrl).href
    const allDay = event.hora_inicio === null
    const created = calendar.createEvent({
      id: `${event.uid}@${host}`,
      summary: TITLE[event.tipo](event),
      start: new Date(allDay ? `${event.fecha}T00:00:00Z` : event.inicio),
      end: new Date(allDay ? `${event.fecha}T00:00:00Z` : event.fin),
      allDay: allDay,
      description: [event.enlace && `Ir a la sesión: ${event.enlace}`, `En el campus: ${address}`]
        .filter(Boolean)
        .join('\n'),
      url: address,
      location: event.enlace,
      sequence: event.secuencia,
      status: event.cancelada ? ICalEventStatus.CANCELLED : null,
      // A fixed stamp keeps an unchanged calendar byte-identical.
      stamp: new Date(event.inicio),
    })
    if (event.tipo === 'sesion' && !event.cancelada) {
      created.createAlarm({ type: ICalAlarmType.display, trigger: 15 * 60, description: event.nombre })
    }
  }
  return calendar.toString()
}
