import type { SessionRow } from '@campus/contract/catalogue.staff'
import { expect, it } from 'vitest'
import { tellsByDefault } from './telling'

const CLASS: SessionRow = {
  ...{
    id: 1,
    nombre: 'Taller',
    id_curso: 1,
    curso: 'Curso',
    id_leccion: 1,
    leccion: 'Lección',
    alumnos: 41,
    version: 1,
    id_grupo: null,
    grupo: null,
  },
  ...{ fecha: '2026-03-07', hora_inicio: '19:30', inicio: '2026-03-08T00:30:00+00:00', duracion: 60 },
  ...{ enlace: 'https://meet.example.com/uno', cancelada: false },
}
const BEFORE = Date.parse('2026-03-08T01:29:00Z')
const AFTER = Date.parse('2026-03-08T01:31:00Z')

const CASES: [what: string, before: Partial<SessionRow>, change: Partial<SessionRow>, at: number, told: boolean][] = [
  ['another day', {}, { fecha: '2026-03-09' }, BEFORE, true],
  ['another hour', {}, { hora_inicio: '20:00' }, BEFORE, true],
  ['other minutes', {}, { duracion: 90 }, BEFORE, true],
  ['another link', {}, { enlace: 'https://meet.example.com/dos' }, BEFORE, true],
  ['cancelled', {}, { cancelada: true }, BEFORE, true],
  ['on again', { cancelada: true }, { cancelada: false }, BEFORE, true],
  ['another name alone', {}, { nombre: 'Repaso' }, BEFORE, false],
  ['another lesson alone', {}, { id_leccion: 2 }, BEFORE, false],
  ['a class without students', { alumnos: 0 }, { fecha: '2026-03-09' }, BEFORE, false],
  ['the link of one that is over', {}, { enlace: 'https://meet.example.com/dos' }, AFTER, false],
  ['one that is over, to come again', {}, { fecha: '2026-03-09' }, AFTER, true],
  ['a day that is being typed', {}, { fecha: '' }, BEFORE, true],
]

it.each(CASES)('%s', (_, before, change, at, told) => {
  expect(tellsByDefault({ ...CLASS, ...before }, { ...CLASS, ...before, ...change }, at)).toBe(told)
})
