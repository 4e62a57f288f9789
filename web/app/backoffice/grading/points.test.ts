import { expect, it } from 'vitest'
import { readPoints } from './points'

it.each([
  ['7', { puntos: 7 }],
  [' 7,5 ', { puntos: 7.5 }],
  ['0', { puntos: 0 }],
  ['10', { puntos: 10 }],
  ['10.01', { error: 'Los puntos van de 0 a 10.' }],
  ['-1', { error: 'Los puntos van de 0 a 10.' }],
  ['', { error: 'Escribe los puntos.' }],
  ['siete', { error: 'Escribe los puntos.' }],
  ['1e1', { error: 'Escribe los puntos.' }],
  ['7.500', { puntos: 7.5 }],
  ['1,500', { error: 'Los puntos van de 0 a 10.' }],
  ['７', { puntos: 7 }],
])('%j of 10', (text, expected) => expect(readPoints(text, 10)).toEqual(expected))
