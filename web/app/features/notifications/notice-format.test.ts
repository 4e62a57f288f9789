import type { Notification } from '@campus/contract/notifications'
import { describe, expect, it } from 'vitest'
import { badgeText, cutText, groupByDay, leadsTo, targetOf, targetText } from './notice-format'

const notice = (over: Partial<Notification>): Notification => ({
  id: 7,
  tipo: 'Otro',
  mensaje: 'Hola',
  fecha_envio: '2026-12-05T15:00:00.000Z',
  estado: 1,
  ruta: null,
  cuenta: 1,
  autores: [],
  asunto: null,
  extracto: null,
  ...over,
})

describe('texts of notifications', () => {
  it('cuts by graphemes', () => {
    expect(cutText('123456789012345678901234567890', 30)).toBe('123456789012345678901234567890')
    expect(cutText('1234567890123456789012345678901', 30)).toBe('123456789012345678901234567890…')
    expect(cutText('👩‍🏫👩‍🏫é́x', 3)).toBe('👩‍🏫👩‍🏫é́…')
    expect(cutText('dos palabras', 4)).toBe('dos…')
  })

  it('counts up to 99', () => {
    expect([0, 99, 100].map(badgeText)).toEqual(['0', '99', '99+'])
  })
})

describe('where a notification leads', () => {
  it('links to its own page first', () => {
    const ruta = '/miscursos/1/modulos/2/leccion/3#comentario-4'
    expect(targetOf(notice({ tipo: 'Certificación', ruta }))).toBe(ruta)
    expect(targetText(notice({ ruta }))).toBe('Leer la respuesta')
  })

  it.each([
    ['/certificado/CERT-ABCDEFGHI', 'Ver mi certificado'],
    ['/foro/4?post=9#post-9', 'Leer en el foro'],
    ['/miscursos/1/modulos', 'Ir al curso'],
    ['/examen/2/3/modulo', 'Ir al examen'],
    ['/examen/2/3/modulo#resultado', 'Ver mi nota'],
    ['/gestion/ordenes/3f2a9c1b', 'Ver la orden'],
    ['/marcas', 'Ver de qué se trata'],
  ])('%s is named %s', (ruta, text) => expect(targetText(notice({ ruta }))).toBe(text))

  it('otherwise by type', () => {
    expect(targetOf(notice({ tipo: 'Cumpleaños' }))).toBe('/calendario')
    expect(targetOf(notice({ tipo: 'Certificación' }))).toBe('/miscertificados')
    expect(targetOf(notice({ tipo: 'Bienvenida' }))).toBe('/miscursos')
    expect(targetOf(notice({ tipo: 'Otro' }))).toBe('/notificaciones?aviso=7')
    expect(targetText(notice({ tipo: 'Otro' }))).toBeNull()
  })

  it('never leaves the campus', () => {
    expect(targetOf(notice({ tipo: 'Bienvenida', ruta: '//malo.example' }))).toBe('/miscursos')
    expect(targetText(notice({ ruta: 'https://malo.example' }))).toBeNull()
  })
})

describe('the screen that a notification leads to', () => {
  const leads = (ruta: string | null, address: string) => {
    const { pathname, search } = new URL(address, 'http://campus.internal')
    return leadsTo(notice({ ruta }), { pathname, search })
  }

  it.each([
    ['/soporte', '/soporte'],
    ['/soporte', '/soporte?pagina=2'],
    ['/pago?orden=3f2a9c1b', '/pago?orden=3f2a9c1b'],
    ['/examen/2/3/modulo#resultado', '/examen/2/3/modulo'],
    ['/miscursos/1/modulos', '/miscursos/1/modulos/2/leccion/3'],
  ])('%s is read at %s', (ruta, address) => expect(leads(ruta, address)).toBe(true))

  it.each([
    ['/miscursos/1/modulos', '/miscursos/11/modulos'],
    ['/miscursos/1/modulos/2/leccion/3', '/miscursos/1/modulos'],
    ['/pago?orden=3f2a9c1b', '/pago?orden=77777777'],
    ['/pago?orden=3f2a9c1b', '/pago'],
    // How far the reader came, only the server knows.
    ['/foro/4?post=9#post-9', '/foro/4?post=9'],
    ['/miscursos/1/modulos/2/leccion/3#comentario-4', '/miscursos/1/modulos/2/leccion/3'],
    // Why a topic was taken away is said nowhere else.
    ['/foros', '/foros'],
    [null, '/calendario'],
    ['//malo.example', '/'],
  ])('%s is not read at %s', (ruta, address) => expect(leads(ruta, address)).toBe(false))
})

describe('days of notifications', () => {
  // 00:30 of the 5th in Lima is 05:30 UTC.
  const now = Date.parse('2026-12-05T05:30:00Z')

  it('groups by days of Lima, not of the device', () => {
    const notices = [
      notice({ id: 4, fecha_envio: '2026-12-05T05:10:00Z' }),
      notice({ id: 3, fecha_envio: '2026-12-05T04:59:00Z' }),
      notice({ id: 2, fecha_envio: '2026-12-04T05:00:00Z' }),
      notice({ id: 1, fecha_envio: '2026-12-04T04:59:00Z' }),
    ]
    const grouped = groupByDay(notices, now).map(({ day, notices: dayNotices }) => [
      day,
      ...dayNotices.map(({ id }) => id),
    ])
    expect(grouped).toEqual([
      ['Hoy', 4],
      ['Ayer', 3, 2],
      ['Antes', 1],
    ])
    expect(groupByDay(notices.slice(3), now).map(({ day }) => day)).toEqual(['Antes'])
  })
})
