import { CATALOGUE_CHOICES } from '@campus/contract/page-params'
import { describe, expect, it } from 'vitest'
import { filterCourses, formTarget, LEVELS, ORDERS, PER_PAGE, PRICES, refinementOf } from './filter-courses'

const course = (nombre: string, id_categoria: number, more: object = {}) => ({
  id: nombre.length,
  nombre,
  id_categoria,
  nivel: 'Básico',
  costo: 100,
  minutos: 30,
  ...more,
})
const COURSES = [
  course('Animación 3D con Blender', 1),
  course('Blender: modelado', 1),
  course('Cine corto', 2),
  course('Guion de animación', 2),
]
const names = (category: number | undefined, search: string) =>
  filterCourses(COURSES, { category, search, page: 1 }).shown.map(({ nombre }) => nombre)

describe('the catalogue', () => {
  it.each([
    [undefined, '', ['Animación 3D con Blender', 'Blender: modelado', 'Cine corto', 'Guion de animación']],
    [1, '', ['Animación 3D con Blender', 'Blender: modelado']],
    [undefined, 'ANIMACION', ['Animación 3D con Blender', 'Guion de animación']],
    [2, 'animacion', ['Guion de animación']],
    [1, 'cine', []],
    [9, '', []],
  ])('of category %s with «%s»', (category, search, expected) => expect(names(category, search)).toEqual(expected))

  it('counts the matches of the category and of all categories', () => {
    expect(filterCourses(COURSES, { category: 1, search: 'cine', page: 1 })).toMatchObject({ total: 0, everywhere: 1 })
    expect(filterCourses(COURSES, { category: 2, search: 'animacion', page: 1 })).toMatchObject({
      total: 1,
      everywhere: 2,
    })
  })

  it.each([
    [0, 1, 0],
    [1, 1, 1],
    [PER_PAGE, 1, PER_PAGE],
    [PER_PAGE + 1, 2, 1],
    [300, 13, 12],
  ])('of %i courses has %i pages, the last of %i', (many, last, rest) => {
    const list = Array.from({ length: many }, (_, n) => course(`Curso ${n}`, 1))
    const beyond = filterCourses(list, { category: undefined, search: '', page: 999 })
    expect(beyond).toMatchObject({ page: last, last, total: many })
    expect(beyond.shown).toHaveLength(rest)
    expect(filterCourses(list, { category: undefined, search: '', page: 1 }).shown).toHaveLength(
      Math.min(many, PER_PAGE),
    )
  })
})

describe('the filters', () => {
  const list = [
    { ...course('Uno', 1), id: 1, costo: 150, minutos: 20 },
    { ...course('Dos', 1), id: 2, nivel: 'Intermedio' },
    { ...course('Tres', 2), id: 3, costo: 179 },
  ]
  const found = (query: object, matches: number[] = []) =>
    filterCourses(list, { category: undefined, search: '', page: 1, ...query }, matches).shown.map(({ id }) => id)

  it.each([
    [{ nivel: 'intermedio' }, [2]],
    [{ precio: 'hasta-100' }, [2]],
    [{ precio: '100-a-150' }, [1]],
    [{ precio: 'desde-150', nivel: 'intermedio' }, []],
    [{ orden: 'precio' }, [2, 1, 3]],
    [{ orden: 'precio-mayor', category: 1 }, [1, 2]],
    [{ orden: 'cortos' }, [1, 2, 3]],
    [{ orden: 'nuevos' }, [3, 2, 1]],
  ])('%o find %o', (query, ids) => expect(found(query)).toEqual(ids))

  it('take what the server found in descriptions, in its order', () => {
    expect(found({ search: 'luz' })).toEqual([])
    expect(found({ search: 'luz' }, [3, 1])).toEqual([3, 1])
  })

  it('read only known values from the address', () => {
    expect(refinementOf(new URLSearchParams('nivel=basico&precio=gratis&orden=x'))).toEqual({
      nivel: 'basico',
      precio: undefined,
      orden: undefined,
    })
  })

  it('are all that the server lets through', () => {
    const keys = (choices: { key: string }[]) => choices.map(({ key }) => key)
    expect({ nivel: keys(LEVELS), precio: keys(PRICES), orden: keys(ORDERS) }).toEqual(CATALOGUE_CHOICES)
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
    ['/cursos?categoria=3&buscar=&nivel=basico&precio=&orden=mal', undefined, '/cursos/3?nivel=basico'],
    ['/cursos?categoria=//evil.pe&buscar=', undefined, '/cursos'],
  ])('%s leads to %s %s', (address, category, target) =>
    expect(formTarget(new URL(address, 'http://campus.internal'), category)).toBe(target),
  )
})
