import type { PromptQuestion } from '@campus/contract/prompts'
import { describe, expect, it } from 'vitest'
import { answerErrors, answersTo, parseAnswers } from './prompt-answers'

const questions: PromptQuestion[] = [
  { id: 1, texto: '¿De qué trata?', tipo: 'abierta', variable: 'tema', opciones: [] },
  {
    id: 2,
    texto: '¿Con qué tono?',
    tipo: 'opcion',
    variable: 'tono',
    opciones: [
      { id: 1, texto: 'Serio' },
      { id: 2, texto: 'Cercano' },
    ],
  },
]

describe('stored answers', () => {
  it('are restored as they were typed', () => {
    expect(parseAnswers('{"tema":" Luz ","tono":"Serio"}')).toEqual({ tema: ' Luz ', tono: 'Serio' })
  })
  it.each(['', 'hola', 'null', '[1]', '7', '{"tema":3}'])('%j is none', (stored) => {
    expect(parseAnswers(stored)).toEqual({})
  })
  it('belong to the topic: a removed option counts as no answer', () => {
    expect(answersTo(questions, { tema: 'Luz', tono: 'Divertido', otro: 'x' })).toEqual({ tema: 'Luz', tono: '' })
    expect(answersTo(questions, { tono: 'Serio' })).toEqual({ tema: '', tono: 'Serio' })
  })
})

describe('validation errors', () => {
  it.each([
    ['nothing', { tema: 'Luz', tono: 'Serio' }, {}],
    ['an open one', { tema: '  ', tono: 'Serio' }, { tema: 'Escribe tu respuesta.' }],
    ['a choice', { tema: 'Luz' }, { tono: 'Elige una opción.' }],
    ['both', {}, { tema: 'Escribe tu respuesta.', tono: 'Elige una opción.' }],
    ['a long one', { tema: 'a'.repeat(2001), tono: 'Serio' }, { tema: 'Puede tener hasta 2000 caracteres.' }],
  ])('%s', (_case, answers, errors) => {
    expect(answerErrors(questions, answers)).toEqual(errors)
  })
})
