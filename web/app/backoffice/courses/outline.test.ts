import type { CourseDocument } from '@campus/contract/documents/course'
import { describe, expect, it } from 'vitest'
import {
  addLessons,
  addModuleAfter,
  addModules,
  bringModuleBack,
  groupBuilder,
  moveInOutline,
  namesOf,
  neighbourKey,
  neighboursOf,
  removedLessons,
  removedModules,
  removeFromOutline,
  undoAct,
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

const LESSONS = [10, 11, 12, 20].map((id) => ({ id, titulo: `Lección ${id}`, id_modulo: id < 20 ? 1 : 2 }))
const MODULES = [
  { id: 1, nombre: 'Primeros pasos', horas: 4 },
  { id: 2, nombre: 'Luces', horas: null },
]

describe('the outline', () => {
  it('names its lessons', () => {
    expect(groupBuilder()(COURSE, LESSONS)[1]).toEqual({
      id: 'm2',
      name: 'Luces',
      rows: [{ id: 'l20', name: 'Lección 20' }],
    })
  })

  it('keeps the rows and groups that did not change, so that they are not drawn again', () => {
    const build = groupBuilder()
    const [first, second] = build(COURSE, LESSONS)
    const [moved, same] = build(moveInOutline(COURSE, 'l10', { group: 'm1', index: 2 }), LESSONS)
    expect(moved).not.toBe(first)
    expect(moved?.rows[2]).toBe(first?.rows[0])
    expect(same).toBe(second)
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

  it('a copied module goes after its original', () => {
    const copy = { id: 3, nombre: 'Primeros pasos (copia)', horas: 4, lecciones: [30, 31] }
    expect(orderOf(addModuleAfter(COURSE, copy, 1))).toEqual([
      [1, [10, 11, 12]],
      [3, [30, 31]],
      [2, [20]],
    ])
  })

  it('a removed lesson can be found again', () => {
    expect(removedLessons(COURSE, LESSONS)).toEqual([])
    expect(removedLessons(removeFromOutline(COURSE, 'l11'), LESSONS)).toEqual([LESSONS[1]])
    expect(removedModules(removeFromOutline(COURSE, 'l11'), MODULES, LESSONS)).toEqual([])
  })

  it('a removed module comes back with its hours and its lessons, which are not listed apart', () => {
    const without = removeFromOutline(COURSE, 'm1')
    expect(removedLessons(without, LESSONS)).toEqual([])
    const [removed] = removedModules(without, MODULES, LESSONS)
    expect(removed).toEqual({ ...MODULES[0], lecciones: LESSONS.slice(0, 3) })
    const back = removed ? bringModuleBack(without, removed) : COURSE
    expect(orderOf(back)).toEqual([
      [2, [20]],
      [1, [10, 11, 12]],
    ])
    expect(back.modulos[1]?.horas).toBe(4)
  })

  it('a lesson that moved before its module was removed stays where it is', () => {
    const moved = moveInOutline(COURSE, 'l10', { group: 'm2', index: 0 })
    const [removed] = removedModules(removeFromOutline(moved, 'm1'), MODULES, LESSONS)
    expect(removed?.lecciones.map(({ id }) => id)).toEqual([11, 12])
  })

  it('an act is undone, unless something else changed the outline since', () => {
    const after = removeFromOutline(COURSE, 'm1')
    const act = { before: COURSE.modulos, after: after.modulos, text: 'Quitaste «Primeros pasos».', key: 'm1' }
    expect(undoAct({ ...after, nombre: 'Otro nombre' }, act)).toEqual({ ...COURSE, nombre: 'Otro nombre' })
    expect(undoAct(addLessons(after, 2, [21]), act)).toBeNull()
  })

  it.each([
    ['l10', 'l11'],
    ['l12', 'l11'],
    ['l20', 'm2'],
    ['m1', 'm2'],
    ['m2', 'm1'],
  ])('the focus of %s goes to %s when it is removed', (key, next) => {
    expect(neighbourKey(COURSE, key)).toBe(next)
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
