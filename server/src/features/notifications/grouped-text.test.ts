import type { NotificationEvent } from '@campus/contract/notifications'
import { describe, expect, it } from 'vitest'
import { type Grouped, groupedText, wholeText } from './grouped-text.ts'

const row = (values: Partial<Grouped>): Grouped => ({
  evento: 'respuesta',
  mensaje: 'Te respondió Rosa',
  asunto: 'Duda del módulo',
  cuenta: 1,
  personas: 1,
  autores: [{ nombres: 'Rosa María' }, { nombres: 'Diego' }, { nombres: 'Ana' }],
  extracto: null,
  ...values,
})

describe('a row that counts several events', () => {
  it.each<[NotificationEvent, number, number, string]>([
    ['respuesta', 1, 1, 'Te respondió Rosa'],
    ['respuesta', 3, 1, 'Te respondió Rosa (3)'],
    ['respuesta', 3, 2, 'Te respondieron Rosa y Diego (3)'],
    ['mencion', 2, 2, 'Te mencionaron Rosa y Diego (2)'],
    ['foro', 40, 14, 'Escribieron Rosa, Diego y 12 más (40)'],
    ['aviso', 2, 1, 'Comentó Rosa (2)'],
  ])('%s: %i of %i people', (evento, cuenta, personas, text) => {
    expect(groupedText(row({ evento, cuenta, personas }))).toBe(text)
  })
})

describe('a mail', () => {
  it('says in its subject what happened and to what, in the subject’s own direction', () => {
    expect(wholeText(row({ mensaje: 'Tu certificado está listo\n¡Felicitaciones!', asunto: 'العربية' }))).toEqual({
      title: 'Tu certificado está listo: \u2068العربية\u2069',
      details: '¡Felicitaciones!',
    })
  })

  it('of an earlier version is its one sentence', () => {
    const mensaje = 'Examen calificado: Prueba final.'
    expect(wholeText(row({ mensaje, asunto: null }))).toEqual({ title: mensaje, details: '' })
  })
})
