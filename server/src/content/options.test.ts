import { describe, expect, it } from 'vitest'
import { anAcademy, type Changes } from '../../test/academy.ts'
import { readAcademy } from './academy.ts'

const EXAM = 'prueba/cursos/minimo/01-inicio/examen.yaml'

const mistakesOf = (changes: Changes) =>
  readAcademy(anAcademy(changes), { today: '2026-11-20', demo: true }).then(
    () => [],
    (error: Error) => error.message.split('\n'),
  )

describe('options that differ only to the eye of a program', () => {
  const options = (...texts: string[]): Changes => ({
    [EXAM]: ['opciones: [Uno, Dos, Tres]', `opciones:\n${texts.map((text) => `      - ${text}`).join('\n')}`],
  })
  const third = `${EXAM}:13: preguntas n.º 1, opciones n.º 3: se lee igual que la n.º 1`

  it.each([
    ['spaces outside', options('igual', 'otra', '"igual "')],
    ['the form of an accent', options('caf\u00e9', 'otra', 'cafe\u0301')],
    ['quotes', options('1.10', '1.1', '"1.10"')],
    ['an invisible letter', options('igual', 'otra', '"igual\\u200B"')],
    ['a letter that joins', options('igual', 'otra', '"igual\\u200D"')],
    ['a Korean letter without a shape', options('igual', 'otra', '"igual\\u3164"')],
    ['an empty sign of Braille', options('igual', 'otra', '"igual\\u2800"')],
    ['two blanks', options('muy igual', 'otra', '"muy  igual"')],
  ])('are refused at the second: %s', async (_what, changes) => {
    expect(await mistakesOf(changes)).toEqual([third])
  })

  it('are taken when a capital or a zero tells them apart', async () => {
    expect(await mistakesOf(options('true', 'True', '"TRUE"', '1.0', '1.', '007', '7'))).toEqual([])
  })

  it('are refused in distractors, in a prompt and in categories', async () => {
    const [prompts, categories] = ['prueba/prompts.yaml', 'prueba/marca.yaml']
    expect(
      await mistakesOf({
        [EXAM]: [
          'tipo: abierta',
          'tipo: emparejar\n    parejas: [{ izquierda: A, derecha: B }, { izquierda: C, derecha: D }]\n    distractores: [E, "E "]',
        ],
        [prompts]: `temas:
  - nombre: Uno
    descripcion: Uno
    preguntas: [{ variable: tono, texto: Uno, opciones: [7, "7"] }]
    plantillas: [{ titulo: Uno, contenido: Uno }]
`,
      }),
    ).toEqual([
      `${EXAM}:18: preguntas n.º 2, distractores n.º 2: se lee igual que la n.º 1`,
      `${prompts}:4: dos opciones se leen igual`,
    ])
    expect(await mistakesOf({ [categories]: ['[Diseño, Música]', '[Diseño, "Diseño "]'] })).toEqual([
      `${categories}:8: categorias: una categoría está repetida`,
    ])
  })
})
