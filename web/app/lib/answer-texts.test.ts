import type { ReviewQuestion } from '@campus/contract/exams'
import { expect, it } from 'vitest'
import { givenText, keyText } from './answer-texts'

const question = (over: Partial<ReviewQuestion>) =>
  ({
    opciones: [1, 2, 3].map((id) => ({ id, opcion: `Opción ${id}` })),
    izquierdas: ['Perú', 'Chile'],
    derechas: ['Santiago', 'Lima'],
    id_opcion: null,
    respuesta: null,
    id_opcion_correcta: null,
    ...over,
  }) as ReviewQuestion

it.each([
  [{ id_opcion: 2 }, 'Opción 2'],
  [{ seleccion: [3, 1] }, 'Opción 1\nOpción 3'],
  [{ respuesta: '2,5' }, '2,5'],
  [
    {
      parejas: [
        { izquierda: 1, derecha: 0 },
        { izquierda: 0, derecha: 1 },
      ],
    },
    'Perú: Lima\nChile: Santiago',
  ],
  [{}, ''],
])('%j was answered', (over, text) => expect(givenText(question(over))).toBe(text))

it.each([
  [{ id_opcion_correcta: 2 }, 'Opción 2'],
  [{ clave: { correctas: [1, 3] } }, 'Opción 1\nOpción 3'],
  [{ clave: { textos: ['Lima', 'Ciudad de los Reyes'] } }, 'Lima · Ciudad de los Reyes'],
  [{ clave: { valor: 2.5, tolerancia: 0 } }, '2.5'],
  [{ clave: { valor: 2.123456, tolerancia: 0.1 } }, '2.123456 (más o menos 0.1)'],
  [{ clave: { desde: -1, hasta: 2 } }, 'De -1 a 2'],
  [{ clave: { parejas: [{ izquierda: 0, derecha: 1 }] } }, 'Perú: Lima'],
  [{}, ''],
])('%j is right', (over, text) => expect(keyText(question(over))).toBe(text))
