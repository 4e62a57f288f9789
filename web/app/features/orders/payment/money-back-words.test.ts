import type { CourseRefund } from '@campus/contract/refunds'
import { expect, it } from 'vitest'
import { askedText, contactText, otherBack, sumOf } from './money-back-words'
import { shownState } from './texts'

const course = (nombre: string, estado: CourseRefund['estado'], monto = 149): CourseRefund => ({
  ...{ id_curso: nombre.length, nombre, estado, monto },
  motivo: null,
  respuesta: null,
  pedida_en: '2026-11-27T03:00:00.000Z',
})

it('says the day of Lima, and which courses where there are others', () => {
  const asked = [course('Telar', 'pedida'), course('Tinte', 'pedida', 100.5)]
  expect(askedText(asked.slice(0, 1), false)).toBe(
    'Pediste la devolución el 26 de noviembre: te respondemos en 3 días hábiles',
  )
  expect(askedText(asked, true)).toContain('de «Telar» y «Tinte» el 26 de noviembre')
  expect(sumOf(asked)).toBe(249.5)
  expect(contactText('3f2a9c1b-7d44-4e0b-9a51-0c6f2d8be104', 'Telar')).toContain('«Telar» (orden 3F2A9C1B)')
})

it('shows an order as paid back once all that it cost went back', () => {
  const state = (...cursos: CourseRefund[]) =>
    shownState({ estado: 'pagada', devolucion: { hasta: '2026-12-03', cursos } })
  expect(state(course('Telar', 'devuelta'), course('Tinte', 'no_corresponde', 0))).toBe('reembolsada')
  expect(state(course('Telar', 'devuelta'), course('Tinte', 'pedida'))).toBe('pagada')
  expect(shownState({ estado: 'pagada', devolucion: null })).toBe('pagada')
})

it('says each sum that came back once, with the course or beside it', () => {
  const back = (devuelto: number, ...cursos: CourseRefund[]) =>
    otherBack({ estado: 'pagada', devuelto, devolucion: { hasta: '2026-12-03', cursos } })
  expect(back(149, course('Telar', 'devuelta'))).toBe(0)
  expect(back(189.3, course('Telar', 'devuelta'), course('Tinte', 'disponible'))).toBe(40.3)
  expect(back(40, course('Telar', 'pedida'))).toBe(40)
  expect(otherBack({ estado: 'reembolsada', devuelto: 149, devolucion: null })).toBe(149)
})
