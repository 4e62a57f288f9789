import type { CalendarEvent } from '@campus/contract/calendar'
import { expect, it } from 'vitest'
import { googleFeedLink, googleLink } from './google-link'

const session: CalendarEvent = {
  uid: 'sesion-1',
  tipo: 'sesion',
  nombre: 'Taller & ronda',
  curso: 'Guion: del papel al plató',
  id_curso: 9,
  id_modulo: 19,
  id_leccion: 43,
  id_evaluacion: null,
  id_sesion: 1,
  fecha: '2026-12-31',
  hora_inicio: '22:30',
  inicio: '2027-01-01T03:30:00Z',
  fin: '2027-01-01T04:30:00Z',
  enlace: 'https://meet.example.com/x?y=1',
  cancelada: false,
  secuencia: 0,
}
const LESSON = 'https://campus.pe/miscursos/9/modulos/19/leccion/43'

it('fills in the title, the hours, the details and the place of a class', () => {
  const url = new URL(googleLink(session, 'https://campus.pe'))
  expect(url.origin + url.pathname).toBe('https://calendar.google.com/calendar/render')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Taller & ronda',
    dates: '20270101T033000Z/20270101T043000Z',
    details: `Guion: del papel al plató\n${LESSON}`,
    location: 'https://meet.example.com/x?y=1',
    ctz: 'America/Lima',
  })
})

it('names the lesson as the place of a class without an address', () => {
  expect(new URL(googleLink({ ...session, enlace: null }, 'https://campus.pe')).searchParams.get('location')).toBe(
    LESSON,
  )
})

it('gives Google the private address as a feed', () => {
  expect(new URL(googleFeedLink('https://campus.pe/api/calendario/s.ics')).searchParams.get('cid')).toBe(
    'webcal://campus.pe/api/calendario/s.ics',
  )
})
