import { expect, it } from 'vitest'
import { cutOf, enrolmentText, extrasText, returnedText, timeTaken } from './attempt-texts'

const exam = { intentos: 2, duracion: 45, fecha_cierre: null }
const nothing = { intentos: 0, minutos: 0, cierre: null }
const now = Date.parse('2026-11-20T20:00:00.000Z')

it('says what the student will have', () => {
  expect(extrasText(exam, { ...nothing, intentos: 1 }, 0, now)).toBe('Tendrá 3 intentos (2 del examen y 1 más).')
  expect(extrasText(exam, nothing, 2, now)).toBe('Tendrá 2 intentos, como los demás, y ya usó 2.')
  expect(extrasText(exam, { ...nothing, intentos: 1, minutos: 15 }, 2, now)).toBe(
    'Tendrá 3 intentos (2 del examen y 1 más), y ya usó 2. Cada uno durará 60 minutos (45 del examen y 15 más).',
  )
  expect(extrasText(exam, { ...nothing, minutos: Number.NaN }, 0, now)).toBe('')
})

it('says until when, and that an earlier date changes nothing', () => {
  const closed = { ...exam, fecha_cierre: '2026-11-21T00:30:00.000Z' }
  expect(extrasText(closed, { ...nothing, cierre: '2026-11-24T04:59:00.000Z' }, 0, now)).toContain(
    'Podrá empezar hasta el 23 nov 2026, 23:59.',
  )
  expect(extrasText(closed, { ...nothing, cierre: '2026-11-20T00:00:00.000Z' }, 0, now)).toContain(
    'Esa fecha no cambia nada: el examen cierra después, el 20 nov 2026, 19:30.',
  )
})

it('says what the closing takes of the minutes, and a closing that takes nothing', () => {
  const closing = { ...exam, duracion: 60, fecha_cierre: '2026-11-20T20:20:00.000Z' }
  const given = { ...nothing, minutos: 30 }
  expect(extrasText(closing, given, 0, now)).toBe(
    'Tendrá 2 intentos, como los demás. Cierra el 20 nov 2026, 15:20: quien empiece ahora tendrá 20 minutos, no 90. De los 30 minutos más se ganan 0.',
  )
  const cierre = cutOf(closing, given, now)?.cierre ?? ''
  expect(cierre).toBe('2026-11-20T21:35:00.000Z')
  expect(cutOf(closing, { ...given, cierre }, now)).toBeNull()
  expect(extrasText(closing, { ...given, cierre }, 0, now)).toContain('Cada uno durará 90 minutos')
  expect(cutOf({ ...closing, fecha_cierre: '2026-11-20T21:15:00.000Z' }, given, now)?.text).toMatch(/se ganan 15\.$/)
  for (const one of [given, { ...nothing, intentos: 1 }])
    expect(cutOf({ ...closing, fecha_cierre: '2026-11-20T19:00:00.000Z' }, one, now)?.text).toBe(
      'El examen cerró el 20 nov 2026, 14:00: sin un cierre posterior no se gana nada.',
    )
  expect(cutOf(closing, nothing, now)).toBeNull()
  expect(cutOf({ ...closing, fecha_cierre: null }, given, now)).toBeNull()
})

it('says what the enrolment takes of it', () => {
  const closes = '2026-12-05T04:00:00.000Z'
  expect(enrolmentText({ hasta: null, vigente: true }, closes)).toBe('')
  expect(enrolmentText({ hasta: '2026-12-04', vigente: true }, closes)).toBe('')
  for (const closing of [closes, null])
    expect(enrolmentText({ hasta: '2026-12-03', vigente: true }, closing)).toBe(
      'Su matrícula termina el 3 de diciembre de 2026: después no podrá rendirlo.',
    )
  expect(enrolmentText({ hasta: '2026-11-01', vigente: false }, closes)).toMatch(/^Su matrícula no está vigente/)
})

it('counts the time until it was sent or its time ended', () => {
  const inicio = '2026-11-20T15:00:00.000Z'
  const limite = '2026-11-20T15:45:00.000Z'
  expect(timeTaken({ inicio, limite, enviado_en: null })).toBeNull()
  expect(timeTaken({ inicio, limite, enviado_en: '2026-11-20T15:00:20.000Z' })).toBe('Menos de 1 min')
  expect(timeTaken({ inicio, limite, enviado_en: '2026-11-20T15:12:10.000Z' })).toBe('12 min')
  expect(timeTaken({ inicio, limite, enviado_en: '2026-11-20T18:00:00.000Z' })).toBe('45 min')
})

it.each([
  [41, '41 s, el servicio estuvo caído'],
  [60, '1 min, el servicio estuvo caído'],
  [125, '2 min 5 s, el servicio estuvo caído'],
  [3725, '1 h 2 min, el servicio estuvo caído'],
])('says that %i seconds were given back', (seconds, text) => {
  expect(returnedText(seconds)).toBe(text)
})
