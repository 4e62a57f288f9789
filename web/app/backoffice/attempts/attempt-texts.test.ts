import { expect, it } from 'vitest'
import { extrasText, returnedText, timeTaken } from './attempt-texts'

const exam = { intentos: 2, duracion: 45, fecha_cierre: null }
const nothing = { intentos: 0, minutos: 0, cierre: null }

it('says what the student will have', () => {
  expect(extrasText(exam, { ...nothing, intentos: 1 }, 0)).toBe('Tendrá 3 intentos (2 del examen y 1 más).')
  expect(extrasText(exam, nothing, 2)).toBe('Tendrá 2 intentos, como los demás, y ya usó 2.')
  expect(extrasText(exam, { ...nothing, intentos: 1, minutos: 15 }, 2)).toBe(
    'Tendrá 3 intentos (2 del examen y 1 más), y ya usó 2. Cada uno durará 60 minutos (45 del examen y 15 más).',
  )
  expect(extrasText(exam, { ...nothing, minutos: Number.NaN }, 0)).toBe('')
})

it('says until when, and that an earlier date changes nothing', () => {
  const closed = { ...exam, fecha_cierre: '2026-11-21T00:30:00.000Z' }
  expect(extrasText(closed, { ...nothing, cierre: '2026-11-24T04:59:00.000Z' }, 0)).toContain(
    'Podrá empezar hasta el 23 nov 2026, 23:59.',
  )
  expect(extrasText(closed, { ...nothing, cierre: '2026-11-20T00:00:00.000Z' }, 0)).toContain(
    'Esa fecha no cambia nada: el examen cierra después, el 20 nov 2026, 19:30.',
  )
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
