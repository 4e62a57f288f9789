import { expect, it } from 'vitest'
import { concernsStudents, sessionNotice } from './session-notice.ts'

const CLASS = {
  nombre: 'Taller',
  id_leccion: 1,
  fecha: '2099-03-07',
  hora_inicio: '19:30',
  duracion: 60,
  enlace: 'https://meet.example.com/uno',
  cancelada: false,
  id_grupo: null as number | null,
  grupo: null as string | null,
}

const CASES: [change: Partial<typeof CLASS>, concerns: boolean, text: string][] = [
  [
    { fecha: '2099-03-09', hora_inicio: '18:00' },
    true,
    'Tu clase ahora es 09/03 18:00\nEs el 09/03/2099 a las 18:00, hora de Lima. Antes era el 07/03/2099 a las 19:30.',
  ],
  [
    { hora_inicio: '20:00', enlace: 'https://meet.example.com/dos' },
    true,
    'Tu clase ahora es 07/03 20:00\nEs el 07/03/2099 a las 20:00, hora de Lima. Antes era el 07/03/2099 a las 19:30.',
  ],
  [
    { enlace: 'https://meet.example.com/dos', duracion: 90 },
    true,
    'Tu clase cambió\nCambió de duración (90 min) y de enlace. Sigue siendo el 07/03/2099 a las 19:30, hora de Lima.',
  ],
  [
    { nombre: 'Repaso' },
    false,
    'Tu clase cambió\nCambió de nombre (antes «Taller»). Sigue siendo el 07/03/2099 a las 19:30, hora de Lima.',
  ],
  [
    { id_leccion: 2 },
    false,
    'Tu clase cambió\nCambió de lección. Sigue siendo el 07/03/2099 a las 19:30, hora de Lima.',
  ],
  [
    { id_grupo: 1, grupo: 'Sábados' },
    true,
    'Tu clase cambió\nCambió de grupo (ahora es de «Sábados»). Sigue siendo el 07/03/2099 a las 19:30, hora de Lima.',
  ],
  [
    { id_grupo: 1, grupo: 'Sábados', hora_inicio: '20:00' },
    true,
    'Tu clase ahora es 07/03 20:00\nEs el 07/03/2099 a las 20:00, hora de Lima. Antes era el 07/03/2099 a las 19:30. Cambió de grupo (ahora es de «Sábados»).',
  ],
  [{}, false, 'Tu clase sigue igual\nEs el 07/03/2099 a las 19:30, hora de Lima.'],
]

it.each(CASES)('a class with %o is told of by default: %s', (change, concerns, mensaje) => {
  const now = { ...CLASS, ...change }
  expect(concernsStudents(CLASS, now)).toBe(concerns)
  expect(sessionNotice(CLASS, now)).toEqual({ mensaje, asunto: now.nombre })
})

it('says that a class is cancelled, or takes place again', () => {
  const cancelled = { ...CLASS, cancelada: true }
  expect(sessionNotice(CLASS, cancelled).mensaje).toBe(
    'Se canceló tu clase\nEra el 07/03/2099 a las 19:30, hora de Lima.',
  )
  expect(concernsStudents(cancelled, CLASS)).toBe(true)
  expect(sessionNotice(cancelled, { ...CLASS, fecha: '2099-03-09' }).mensaje).toBe(
    'Tu clase vuelve a darse\nEs el 09/03/2099 a las 19:30, hora de Lima.',
  )
})
