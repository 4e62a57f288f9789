import type { CalendarEvent } from '@campus/contract/calendar'
import { describe, expect, it } from 'vitest'
import { byDay, dayLabel, doorOf, hoursOf, placeOf } from './events'

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
}
const at = (time: string) => Date.parse(time)

describe('events of the calendar', () => {
  it('open the door from 15 minutes before until the end', () => {
    expect(doorOf(session, at('2027-01-01T03:14:59Z'))).toEqual({
      open: false,
      text: 'Podrás entrar desde las 22:15',
    })
    expect(doorOf(session, at('2027-01-01T03:15:00Z'))).toEqual({ open: true, text: 'Ya puedes entrar' })
    expect(doorOf(session, at('2027-01-01T03:30:00Z'))).toEqual({ open: true, text: 'En vivo ahora' })
    expect(doorOf(session, at('2027-01-01T04:30:00Z'))).toEqual({ open: false, text: 'Esta sesión ya terminó' })
  })

  it('name the day when the door opens on the one before', () => {
    const early = { ...session, fecha: '2027-01-01', inicio: '2027-01-01T05:05:00Z', fin: '2027-01-01T06:00:00Z' }
    expect(doorOf(early, at('2027-01-01T03:00:00Z')).text).toBe('Podrás entrar: hoy, 23:50')
  })

  it('say their hours in Lima', () => {
    expect(hoursOf(session)).toBe('22:30 – 23:30')
    expect(hoursOf({ ...session, fin: '2027-01-01T05:30:00Z' })).toBe('22:30')
    expect(hoursOf({ ...session, fin: session.inicio })).toBe('22:30')
    expect(hoursOf({ ...session, hora_inicio: null })).toBe('Todo el día')
  })

  it('stand on the day of Lima, whatever UTC says', () => {
    expect([...byDay([session, { ...session, uid: 'b' }]).entries()].map(([day, its]) => [day, its.length])).toEqual([
      ['2026-12-31', 2],
    ])
  })

  it('lead to their screen', () => {
    expect(placeOf(session).to).toBe('/miscursos/9/modulos/19/leccion/43')
    const exam = { ...session, tipo: 'examen_abre' as const, id_evaluacion: 4, id_leccion: null }
    expect(placeOf(exam)).toEqual({ to: '/examen/4/19/modulo', text: 'Ver examen' })
    expect(placeOf({ ...exam, id_modulo: null }).to).toBe('/examen/4/9/curso')
    const end = { ...session, tipo: 'matricula_vence' as const, id_modulo: null, id_leccion: null }
    expect(placeOf(end)).toEqual({ to: '/miscursos/9/modulos', text: 'Ver curso' })
  })

  it('say each day in words', () => {
    expect(dayLabel('2026-11-23', 2, '2026-11-21')).toBe('lunes 23 de noviembre, 2 actividades')
    expect(dayLabel('2026-11-23', 1, '2026-11-23')).toBe('hoy, lunes 23 de noviembre, 1 actividad')
    expect(dayLabel('2026-11-24', 0, '2026-11-23')).toBe('martes 24 de noviembre, sin actividades')
  })
})
