import { describe, expect, it } from 'vitest'
import { splitChecks } from './check-blocks.ts'
import { checkProblem, checkProblems, readCheck, writeCheck } from './checks.ts'

const LINES = '¿Qué eje apunta\nhacia arriba?\n- [ ] X\n- [x] Z <1>\n[ ] Y\n\nEn Blender, Z es la altura.'
const CHECK = {
  pregunta: '¿Qué eje apunta hacia arriba?',
  opciones: ['X', 'Z <1>', 'Y'],
  correcta: 1,
  explicacion: 'En Blender, Z es la altura.',
}

describe('a check', () => {
  it('reads as it was written', () => {
    expect(readCheck(LINES)).toEqual(CHECK)
    expect(readCheck(writeCheck(CHECK))).toEqual(CHECK)
    expect(readCheck('')).toEqual({ pregunta: '', opciones: [], correcta: -1, explicacion: '' })
  })

  it.each([
    [LINES, null],
    ['- [x] A\n- [ ] B', 'Escribe la pregunta para comprobar.'],
    ['¿Sí?', '«¿Sí?»: escribe al menos 2 opciones.'],
    ['¿Sí?\n- [x] A', '«¿Sí?»: escribe al menos 2 opciones.'],
    ['¿Sí?\n- [x] A\n- [ ]', '«¿Sí?»: escribe cada opción o quítala.'],
    ['¿Sí?\n- [x] A\n- [ ] A', '«¿Sí?»: hay dos opciones iguales.'],
    ['¿Sí?\n- [ ] A\n- [ ] B', '«¿Sí?»: marca la opción correcta.'],
    [`¿Sí?\n- [x] A\n${[...'BCDEFG'].map((one) => `- [ ] ${one}`).join('\n')}`, '«¿Sí?»: lleva hasta 6 opciones.'],
  ])('%j has the problem %j', (text, problem) => expect(checkProblem(readCheck(text))).toBe(problem))
})

describe('the checks of a lesson', () => {
  const code = (text: string) => `<pre><code class="language-pregunta">${text}</code></pre>`

  it('stand between what is around them', () => {
    const html = `<p>Uno</p>${code('¿A?')}<p>Dos</p><pre><code>x</code></pre>${code('¿B?')}`
    expect(splitChecks(html).map(({ isCheck, text }) => [isCheck, text])).toEqual([
      [false, '<p>Uno</p>'],
      [true, '¿A?'],
      [false, '<p>Dos</p><pre><code>x</code></pre>'],
      [true, '¿B?'],
      [false, ''],
    ])
  })

  it('stand on their own', () => {
    const good = code('¿Sí &amp; no?\n- [x] A\n- [ ] B\n')
    expect(checkProblems(`<p>x</p><ul><li>y</li></ul>${good}`)).toEqual([])
    expect(checkProblems(`<ul><li>${good}</li></ul>${code('¿Y?')}`)).toEqual([
      '«¿Sí & no?»: va entre párrafos, no dentro de una lista o una cita.',
      '«¿Y?»: escribe al menos 2 opciones.',
    ])
  })
})
