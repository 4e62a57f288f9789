import { foldText } from '@campus/contract/rules'
import type { SearchItem } from '@campus/contract/search'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emphasise, findMatches, foldAll, searchPath } from './match'

const item = (over: Partial<SearchItem>): SearchItem => ({
  nombre: 'Animación 3D',
  tipo: 'Lección',
  id: 3,
  id_curso: 1,
  id_modulo: 2,
  codigo: null,
  ...over,
})
const named = (...names: string[]) => foldAll(names.map((nombre, index) => item({ nombre, id: index + 1 })))
const found = (feed: ReturnType<typeof foldAll>, typed: string) =>
  findMatches(feed, typed).map((one) => one.item.nombre)

describe('search', () => {
  it('contains without regard to case or accents', () => {
    const feed = named('Animación 3D', 'La ÑUSTA', 'Guion')
    expect(found(feed, 'ANIMACION')).toEqual(['Animación 3D'])
    expect(found(feed, 'ñusta')).toEqual(['La ÑUSTA'])
    expect(found(feed, 'nusta')).toEqual(['La ÑUSTA'])
    expect(found(feed, '  guion ')).toEqual(['Guion'])
    expect(found(feed, 'x')).toEqual([])
    expect(found(feed, '   ')).toEqual([])
  })

  it('puts beginnings first and shows at most eight', () => {
    expect(found(named('Remarcar', 'Tu marca', 'Marca'), 'marca')).toEqual(['Marca', 'Tu marca', 'Remarcar'])
    expect(found(named(...Array.from({ length: 20 }, (_, n) => `Clase ${n}`)), 'clase')).toHaveLength(8)
  })

  it('says which course a thing belongs to', () => {
    const feed = foldAll([item({ nombre: 'Blender', tipo: 'Curso', id: 1 }), item({ nombre: 'Blender básico' })])
    expect(findMatches(feed, 'blender').map(({ curso }) => curso)).toEqual([null, 'Blender'])
  })

  it('marks the letters as they are written', () => {
    expect(emphasise('Animación 3D', 'cion')).toEqual(['Anima', 'ción', ' 3D'])
    expect(emphasise('Diseño', 'NO')).toEqual(['Dise', 'ño', ''])
    expect(emphasise('ﬁn', 'x')).toEqual(['ﬁn', '', ''])
  })

  it('never loses a letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (name, typed) => {
        expect(foldText(emphasise(name, typed).join(''))).toBe(foldText(name))
      }),
    )
  })

  it('opens each kind of thing', () => {
    expect(searchPath(item({ tipo: 'Curso', id: 5 }))).toBe('/miscursos/5/modulos')
    expect(searchPath(item({ tipo: 'Módulo', id: 2 }))).toBe('/miscursos/1/modulos/2')
    expect(searchPath(item({ tipo: 'Lección', id: 3 }))).toBe('/miscursos/1/modulos/2/leccion/3')
    expect(searchPath(item({ tipo: 'Certificado', codigo: 'CERT-ABCDEFGHI' }))).toBe('/certificado/CERT-ABCDEFGHI')
    expect(searchPath(item({ tipo: 'Foro', id: 9 }))).toBe('/foro/9')
  })
})
