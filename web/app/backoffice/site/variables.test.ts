import { expect, it } from 'vitest'
import { renamed, unusedVariable } from './variables'

const question = (variable: string) => ({ variable, texto: '', opciones: null })
const topic = (...variables: string[]) => ({
  nombre: '',
  descripcion: '',
  visible: true,
  preguntas: variables.map(question),
  plantillas: [{ titulo: '', contenido: 'De {{uno}} y {{dos}}, {{uno}}.' }],
})

it('a new variable is one that no question has', () => {
  expect(unusedVariable([])).toBe('respuesta_1')
  expect(unusedVariable([question('asunto'), question('respuesta_3')])).toBe('respuesta_4')
})

it('a renamed variable keeps its places in the templates', () => {
  const { preguntas, plantillas } = renamed(topic('uno', 'dos'), 0, 'tema')
  expect(preguntas.map(({ variable }) => variable)).toEqual(['tema', 'dos'])
  expect(plantillas[0]?.contenido).toBe('De {{tema}} y {{dos}}, {{tema}}.')
})

it('of two questions with one variable, neither takes the places along', () => {
  expect(renamed(topic('uno', 'uno'), 1, 'tema').plantillas[0]?.contenido).toBe('De {{uno}} y {{dos}}, {{uno}}.')
})
