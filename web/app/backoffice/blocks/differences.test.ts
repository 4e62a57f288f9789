import { describe, expect, it } from 'vitest'
import { differencesOf } from './differences'

describe('two documents', () => {
  it('that are equal have no differences', () => {
    expect(differencesOf({ titulo: 'a', videos: [] }, { titulo: 'a', videos: [] })).toEqual([])
  })

  it('differ field by field, formatted text without its markup', () => {
    expect(
      differencesOf(
        { titulo: 'La interfaz', duracion: 5, gratis: false, contenido: '<p>Hola <strong>mundo</strong></p>' },
        { titulo: 'La vista', duracion: null, gratis: true, contenido: '<p>Hola</p>' },
      ),
    ).toEqual([
      { field: 'Título', before: 'La interfaz', after: 'La vista' },
      { field: 'Minutos', before: '5', after: '' },
      { field: 'Contenido', before: 'Hola mundo', after: 'Hola' },
      { field: 'Vista previa gratis', before: 'No', after: 'Sí' },
    ])
  })

  const question = (id: number | string, pregunta: string) => ({ id, pregunta, opciones: [] })

  it('match the items of a list by id: changed, added and removed', () => {
    expect(
      differencesOf(
        { preguntas: [question(1, 'uno'), question(2, 'dos')] },
        { preguntas: [question(2, 'DOS'), question('x', 'tres')] },
      ),
    ).toEqual([
      { field: 'Pregunta 1 › Pregunta', before: 'dos', after: 'DOS' },
      { field: 'Pregunta 2', before: '', after: 'tres' },
      { field: 'Pregunta 1', before: 'uno', after: '' },
    ])
  })

  it('say a new order once', () => {
    expect(
      differencesOf(
        { preguntas: [question(1, 'uno'), question(2, 'dos')] },
        { preguntas: [question(2, 'dos'), question(1, 'uno')] },
      ),
    ).toEqual([{ field: 'Pregunta: orden', before: '1. uno\n2. dos', after: '1. dos\n2. uno' }])
  })

  it('match items without an id by their place', () => {
    expect(
      differencesOf({ videos: [{ titulo: 'a', enlace: 'x' }] }, { videos: [{ titulo: 'a', enlace: 'y' }] }),
    ).toEqual([{ field: 'Video 1 › Dirección', before: 'x', after: 'y' }])
  })
})
