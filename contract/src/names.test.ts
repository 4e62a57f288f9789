import { expect, it } from 'vitest'
import { initialsOf } from './names.ts'

it.each([
  ['Diego', 'Ramírez Soto', 'DR'],
  ['Lucía', 'Ñahui Torres Quispe', 'LÑ'],
  ['Ana María', 'de la Cruz', 'AD'],
  [' élmer ', 'ávila', 'ÉÁ'],
  ['Rosa', '', 'R'],
  ['😀 Ana', 'Pérez 👩‍👧', 'AP'],
  ['👩‍👧', '', ''],
  ['', '', ''],
])('initials of %s %s are %s', (nombres, apellidos, initials) => expect(initialsOf(nombres, apellidos)).toBe(initials))
