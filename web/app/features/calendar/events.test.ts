import type { CalendarEvent } from '@campus/contract/calendar'
import { describe, expect, it } from 'vitest'
import { byDay, dayLabel, hoursOf, linkOf } from './events'
import { joinStateOf } from './join'

const session: CalendarEvent = {
  uid: 'sesion-1',
  tipo: 'sesion',
  nombre: 'Taller',
  curso: 'Blender',
  id_curso: 9,
  id_modulo: 19,
  id_leccion: 43,
  id_evaluacion: null,
  id_sesion: 1,
  fecha: '2026-12-31',
  hora_inicio: '22:30',
  inicio: '2027-01-01T03:30:00Z',
  fin: '2027-01-01T04:30:00Z',
  enlace: 'https://meet.example.com/x',
  cancelada: false,
  secuencia: 0,
}
const at = (time: string) => Date.parse(time)

describe('events of the calendar', () => {
  it('can be joined from 15 minutes before until the end', () => {
    expect(joinStateOf(session, at('2027-01-01T03:14:59Z'))).toEqual({
      open: false,
      text: 'Podrás entrar desde las 22:15',
    })
    expect(joinStateOf(session, at('2027-01-01T03:15:00Z'))).toEqual({ open: true, text: 'Ya puedes entrar' })
    expect(joinStateOf(session, at('2027-01-01T03:30:00Z'))).toEqual({ open: true, text: 'En vivo ahora' })
    expect(joinStateOf(session, at('2027-01-01T04:30:00Z'))).toEqual({ open: false, text: 'Esta clase ya terminó' })
  })

  it('names the day when joining starts on the day before', () => {
    const early = { ...session, fecha: '2027-01-01', inicio: '2027-01-01T05:05:00Z', fin: '2027-01-01T06:00:00Z' }
    expect(joinStateOf(early, at('2027-01-01T03:00:00Z')).text).toBe('Podrás entrar: hoy, 23:50')
  })

  it('show their hours in Lima', () => {
    expect(hoursOf(session)).toEqual(['22:30', '23:30'])
    expect(hoursOf({ ...session, fin: '2027-01-01T05:30:00Z' })).toEqual(['22:30'])
    expect(hoursOf({ ...session, fin: session.inicio })).toEqual(['22:30'])
    expect(hoursOf({ ...session, hora_inicio: null })).toEqual(['Todo el día'])
  })

  it('are grouped by days of Lima, not of UTC', () => {
    expect(
      [...byDay([session, { ...session, uid: 'b' }]).entries()].map(([day, dayEvents]) => [day, dayEvents.length]),
    ).toEqual([['2026-12-31', 2]])
  })

  it('link to their screen', () => {
    expect(linkOf(session).to).toBe('/miscursos/9/modulos/19/leccion/43')
    const exam = { ...session, tipo: 'examen_abre' as const, id_evaluacion: 4, id_leccion: null }
    expect(linkOf(exam)).toEqual({ to: '/examen/4/19/modulo', text: 'Ver examen' })
    expect(linkOf({ ...exam, id_modulo: null }).to).toBe('/examen/4/9/curso')
    const end = { ...session, tipo: 'matricula_vence' as const, id_modulo: null, id_leccion: null }
    expect(linkOf(end)).toEqual({ to: '/miscursos/9/modulos', text: 'Ver curso' })
  })

  it('describe each day for screen readers', () => {
    expect(dayLabel('2026-11-23', 2, '2026-11-21')).toBe('lunes 23 de noviembre, 2 actividades')
    expect(dayLabel('2026-11-23', 1, '2026-11-23')).toBe('hoy, lunes 23 de noviembre, 1 actividad')
    expect(dayLabel('2026-11-24', 0, '2026-11-23')).toBe('martes 24 de noviembre, sin actividades')
  })
})
