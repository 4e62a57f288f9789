import type { CourseDocument } from '@campus/contract/documents/course'
import { describe, expect, it } from 'vitest'
import {
  addLessons,
  addModules,
  groupsOf,
  moveInOutline,
  namesOf,
  neighboursOf,
  removedLessons,
  removeFromOutline,
} from './outline'

const module = (id: number, nombre: string, lecciones: number[]) => ({ id, nombre, horas: null, lecciones })
const COURSE: CourseDocument = {
  nombre: 'Animación 3D',
  descripcion: '',
  nivel: null,
  id_categoria: null,
  horas: null,
  fecha_inicio: null,
  imagen: null,
  imagen_alt: '',
  aprenderas: [],
  modulos: [module(1, 'Primeros pasos', [10, 11, 12]), module(2, 'Luces', [20])],
}
const orderOf = ({ modulos }: CourseDocument) => modulos.map(({ id, lecciones }) => [id, lecciones])

describe('the outline', () => {
  it('names its lessons by their drafts', () => {
    const lessons = [10, 11, 12, 20].map((id) => ({ id, titulo: `Lección ${id}` }))
    expect(groupsOf(COURSE, lessons)[1]).toEqual({
      id: 'm2',
      name: 'Luces',
      rows: [{ id: 'l20', name: 'Lección 20' }],
    })
  })

  it('moves a lesson within its module and into another', () => {
    expect(orderOf(moveInOutline(COURSE, 'l10', { group: 'm1', index: 2 }))).toEqual([
      [1, [11, 12, 10]],
      [2, [20]],
    ])
    expect(orderOf(moveInOutline(COURSE, 'l12', { group: 'm2', index: 0 }))).toEqual([
      [1, [10, 11]],
      [2, [12, 20]],
    ])
  })

  it('moves a module with its lessons', () => {
    expect(orderOf(moveInOutline(COURSE, 'm2', { group: null, index: 0 }))).toEqual([
      [2, [20]],
      [1, [10, 11, 12]],
    ])
  })

  it('a new lesson goes to the end, a copy after its original', () => {
    expect(orderOf(addLessons(COURSE, 1, [13, 14]))[0]).toEqual([1, [10, 11, 12, 13, 14]])
    expect(orderOf(addLessons(COURSE, 1, [13], 10))[0]).toEqual([1, [10, 13, 11, 12]])
    expect(orderOf(addModules(COURSE, [{ id: 3, nombre: 'Sonido' }]))[2]).toEqual([3, []])
  })

  it('what is removed can be found again', () => {
    const lessons = [10, 11, 12, 20].map((id) => ({ id, titulo: `Lección ${id}` }))
    expect(removedLessons(COURSE, lessons)).toEqual([])
    expect(removedLessons(removeFromOutline(COURSE, 'l11'), lessons)).toEqual([{ id: 11, titulo: 'Lección 11' }])
    expect(removedLessons(removeFromOutline(COURSE, 'm1'), lessons).map(({ id }) => id)).toEqual([10, 11, 12])
  })

  it('knows the lessons around one, also across modules', () => {
    expect(neighboursOf(COURSE, 12)).toEqual({ previous: 11, next: 20 })
    expect(neighboursOf(COURSE, 10)).toEqual({ previous: null, next: 11 })
    expect(neighboursOf(COURSE, 99)).toEqual({ previous: null, next: null })
  })
})

describe('pasted lines', () => {
  it.each([
    ['Una', ['Una']],
    ['Una\nDos\r\n\n  Tres  ', ['Una', 'Dos', 'Tres']],
    ['1. Una\n2) Dos\n- Tres\n• Cuatro', ['Una', 'Dos', 'Tres', 'Cuatro']],
    ['3D para todos\n2 errores comunes', ['3D para todos', '2 errores comunes']],
    [' \n ', []],
  ])('%j are %j', (text, names) => {
    expect(namesOf(text)).toEqual(names)
  })

  it('end between letters where they are too long', () => {
    expect(namesOf(`${'a'.repeat(199)}👩‍👧\n${'😀'.repeat(200)}b`)).toEqual(['a'.repeat(199), '😀'.repeat(200)])
  })
})
