import type { SearchItem } from '@campus/contract/search'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emphasise, findMatches, foldAll, foldOffers, recentMatches, withTexts } from './match'
import { pathOf, searchPath } from './suggestion'

const item = (over: Partial<SearchItem>): SearchItem => ({
  nombre: 'Animación 3D',
  tipo: 'Lección',
  id: 3,
  id_curso: 1,
  id_modulo: 2,
  ...over,
})
const named = (...names: string[]) => foldAll(names.map((nombre, index) => item({ nombre, id: index + 1 })))
const found = (feed: ReturnType<typeof foldAll>, typed: string) =>
  findMatches(feed, typed).map((entry) => entry.item.nombre)

describe('search', () => {
  it('ignores case and accents', () => {
    const feed = named('Animación 3D', 'La ÑUSTA', 'Guion')
    expect(found(feed, 'ANIMACION')).toEqual(['Animación 3D'])
    expect(found(feed, 'ñusta')).toEqual(['La ÑUSTA'])
    expect(found(feed, 'nusta')).toEqual(['La ÑUSTA'])
    expect(found(feed, '  guion ')).toEqual(['Guion'])
    expect(found(feed, 'x')).toEqual([])
    expect(found(feed, '   ')).toEqual([])
  })

  it('shows beginnings first and at most eight', () => {
    expect(found(named('Remarcar', 'Tu marca', 'Marca'), 'marca')).toEqual(['Marca', 'Tu marca', 'Remarcar'])
    expect(found(named(...Array.from({ length: 20 }, (_, n) => `Clase ${n}`)), 'clase')).toHaveLength(8)
  })

  it('finds words in any order, and singular and plural, after the names that have the text', () => {
    const feed = named('Las luces del estudio', 'Luz suave', 'Examen', 'Mesa')
    expect(found(feed, 'luz')).toEqual(['Luz suave', 'Las luces del estudio'])
    expect(found(feed, 'luces')).toEqual(['Las luces del estudio', 'Luz suave'])
    expect(found(feed, 'exámenes')).toEqual(['Examen'])
    expect(found(feed, 'estudio luz')).toEqual(['Las luces del estudio'])
    expect(found(feed, 'meses')).toEqual([])
  })

  it('names the course of an item', () => {
    const feed = foldAll([item({ nombre: 'Blender', tipo: 'Curso', id: 1 }), item({ nombre: 'Blender básico' })])
    expect(findMatches(feed, 'blender').map(({ curso }) => curso)).toEqual([null, 'Blender'])
  })

  it("offers the catalogue's courses that one does not have, below one's own and at most three", () => {
    const own = [item({ nombre: 'Pódcast desde cero', tipo: 'Curso', id: 1 }), item({ nombre: 'El pódcast', id: 8 })]
    const courses = [1, 2, 3, 4, 5].map((id) => ({ id, nombre: `Producción de pódcast ${id}` }))
    const found = findMatches(foldAll(own), 'podcast', foldOffers(courses, own))
    expect(found.map((match) => [match.offered, pathOf(match)])).toEqual([
      [false, '/miscursos/1/modulos'],
      [false, '/miscursos/1/modulos/2/leccion/8'],
      [true, '/detallecurso/2'],
      [true, '/detallecurso/3'],
      [true, '/detallecurso/4'],
    ])
  })

  it('names the course of what was opened last', () => {
    const feed = foldAll([item({ nombre: 'Blender', tipo: 'Curso', id: 1 }), item({ id: 3 })])
    expect(recentMatches([item({ id: 3 })], feed).map(({ curso, parts }) => [curso, parts[0]])).toEqual([
      ['Blender', 'Animación 3D'],
    ])
  })

  it('highlights the letters as they are written', () => {
    expect(emphasise('Animación 3D', 'cion')).toEqual(['Anima', 'ción', ' 3D'])
    expect(emphasise('Diseño', 'NO')).toEqual(['Dise', 'ño', ''])
    expect(emphasise('Las luces suaves', 'luz')).toEqual(['Las ', 'luces', ' suaves'])
    expect(emphasise('Un examen', 'exámenes')).toEqual(['Un ', 'examen', ''])
    expect(emphasise('Animación 3D', '3d cion')).toEqual(['Animación ', '3D', ''])
    expect(emphasise('ﬁn', 'x')).toEqual(['ﬁn', '', ''])
  })

  it('never loses a letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (name, typed) => {
        expect(emphasise(name, typed).join('').normalize('NFC')).toBe(name.normalize('NFC'))
      }),
    )
  })

  it('links to the screen of each kind', () => {
    expect(searchPath(item({ tipo: 'Curso', id: 5 }))).toBe('/miscursos/5/modulos')
    expect(searchPath(item({ tipo: 'Módulo', id: 2 }))).toBe('/miscursos/1/modulos/2')
    expect(searchPath(item({ tipo: 'Lección', id: 3 }))).toBe('/miscursos/1/modulos/2/leccion/3')
    expect(searchPath(item({ tipo: 'Certificado', codigo: 'CERT-ABCDEFGHI' }))).toBe('/certificado/CERT-ABCDEFGHI')
    expect(searchPath(item({ tipo: 'Foro', id: 9 }))).toBe('/foro/9')
  })
})

describe('lessons found by their text', () => {
  const text = (id: number) => ({ ...item({ id, nombre: `Lección ${id}` }), extracto: '…la luz suave…' })

  it('come after all names, each lesson once', () => {
    const feed = foldAll([item({ nombre: 'Luz', id: 3 }), item({ nombre: 'Otra', id: 4 })])
    const offers = foldOffers([{ id: 90, nombre: 'Luz y color' }], [])
    const all = withTexts(findMatches(feed, 'luz', offers), [text(3), text(4)], feed)
    expect(all.map(({ item: { id }, extracto }) => [id, extracto])).toEqual([
      [3, undefined],
      [90, undefined],
      [4, '…la luz suave…'],
    ])
  })
})
