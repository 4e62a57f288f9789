import { describe, expect, it } from 'vitest'
import { choose, formTarget, PER_PAGE } from './choice'

const course = (nombre: string, id_categoria: number) => ({ nombre, id_categoria })
const COURSES = [
  course('Animación 3D con Blender', 1),
  course('Blender: modelado', 1),
  course('Cine corto', 2),
  course('Guion de animación', 2),
]
const names = (category: number | undefined, search: string) =>
  choose(COURSES, { category, search, page: 1 }).shown.map(({ nombre }) => nombre)

describe('the catalogue', () => {
  it.each([
    [undefined, '', ['Animación 3D con Blender', 'Blender: modelado', 'Cine corto', 'Guion de animación']],
    [1, '', ['Animación 3D con Blender', 'Blender: modelado']],
    [undefined, 'ANIMACION', ['Animación 3D con Blender', 'Guion de animación']],
    [2, 'animacion', ['Guion de animación']],
    [1, 'cine', []],
    [9, '', []],
  ])('of category %s with «%s»', (category, search, expected) => expect(names(category, search)).toEqual(expected))

  it('says how many fit here and in every category', () => {
    expect(choose(COURSES, { category: 1, search: 'cine', page: 1 })).toMatchObject({ total: 0, everywhere: 1 })
    expect(choose(COURSES, { category: 2, search: 'animacion', page: 1 })).toMatchObject({ total: 1, everywhere: 2 })
  })

  it.each([
    [0, 1, 0],
    [1, 1, 1],
    [PER_PAGE, 1, PER_PAGE],
    [PER_PAGE + 1, 2, 1],
    [300, 13, 12],
  ])('of %i courses has %i pages, the last of %i', (many, last, rest) => {
    const list = Array.from({ length: many }, (_, n) => course(`Curso ${n}`, 1))
    const beyond = choose(list, { category: undefined, search: '', page: 999 })
    expect(beyond).toMatchObject({ page: last, last, total: many })
    expect(beyond.shown).toHaveLength(rest)
    expect(choose(list, { category: undefined, search: '', page: 1 }).shown).toHaveLength(Math.min(many, PER_PAGE))
  })
})

describe('the form without JavaScript', () => {
  it.each([
    ['/cursos', undefined, null],
    ['/cursos?buscar=blender', undefined, null],
    ['/cursos/3', '3', null],
    ['/cursos/3?buscar=x&pagina=2', '3', null],
    ['/cursos?categoria=3&buscar=', undefined, '/cursos/3'],
    ['/cursos?categoria=3&buscar=dise%C3%B1o+web', undefined, '/cursos/3?buscar=dise%C3%B1o+web'],
    ['/cursos?categoria=&buscar=x', undefined, '/cursos?buscar=x'],
    ['/cursos?categoria=&buscar=', undefined, '/cursos'],
    ['/cursos?buscar=+', undefined, '/cursos'],
    ['/cursos/3?buscar=', '3', '/cursos/3'],
    ['/cursos?categoria=//evil.pe&buscar=', undefined, '/cursos'],
  ])('%s leads to %s %s', (address, category, target) =>
    expect(formTarget(new URL(address, 'http://campus.internal'), category)).toBe(target),
  )
})
