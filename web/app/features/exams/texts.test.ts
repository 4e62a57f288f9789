import { expect, it } from 'vitest'
import { TEXTS } from './texts'

it.each([
  [6, 'Tuvimos una falla de 6 s: te los devolvimos.'],
  [41, 'Tuvimos una falla de 41 s: te los devolvimos.'],
  [120, 'Tuvimos una falla de 2 min: te los devolvimos.'],
  [125, 'Tuvimos una falla de 2 min 5 s: te los devolvimos.'],
])('%i seconds are told as «%s»', (seconds, expected) => expect(TEXTS.returned(seconds)).toBe(expected))

it.each([
  [[3], 'No llegó a tiempo la respuesta de la pregunta 3.'],
  [[3, 7], 'No llegaron a tiempo las respuestas de las preguntas 3 y 7.'],
  [[1, 3, 7], 'No llegaron a tiempo las respuestas de las preguntas 1, 3 y 7.'],
])('the questions %j are named: «%s»', (places, expected) => expect(TEXTS.missed(places)).toBe(expected))
