import type { CourseDocument } from '@campus/contract/documents/course'
import { cutText } from '@campus/contract/shorten'
import { moveItem, type OrderGroup, type Place } from '../blocks/arrange'

/** A lesson as the outline lists it; its title is that of its draft. */
export type OutlineLesson = { id: number; titulo: string }

type Module = CourseDocument['modulos'][number]

export const moduleKey = (id: number): string => `m${id}`
export const lessonKey = (id: number): string => `l${id}`
/** The id behind a key of either kind. */
export const idOfKey = (key: string): number => Number(key.slice(1))
export const isModuleKey = (key: string): boolean => key.startsWith('m')

export function groupsOf({ modulos }: CourseDocument, lessons: readonly OutlineLesson[]): OrderGroup[] {
  const titles = new Map(lessons.map(({ id, titulo }) => [id, titulo]))
  return modulos.map(({ id, nombre, lecciones }) => ({
    id: moduleKey(id),
    name: nombre,
    rows: lecciones.map((lesson) => ({ id: lessonKey(lesson), name: titles.get(lesson) ?? 'Lección' })),
  }))
}

const withModules = (document: CourseDocument, modulos: Module[]): CourseDocument => ({ ...document, modulos })

const changeModule = (document: CourseDocument, id: number, change: (module: Module) => Module): CourseDocument =>
  withModules(
    document,
    document.modulos.map((module) => (module.id === id ? change(module) : module)),
  )

export const renameModule = (document: CourseDocument, id: number, nombre: string): CourseDocument =>
  changeModule(document, id, (module) => ({ ...module, nombre }))

export const changeHours = (document: CourseDocument, id: number, horas: number | null): CourseDocument =>
  changeModule(document, id, (module) => ({ ...module, horas }))

export const addModules = (
  document: CourseDocument,
  added: readonly { id: number; nombre: string }[],
): CourseDocument =>
  withModules(document, [
    ...document.modulos,
    ...added.map(({ id, nombre }) => ({ id, nombre, horas: null, lecciones: [] })),
  ])

/** After `after`, or at the end of the module. */
export function addLessons(
  document: CourseDocument,
  module: number,
  ids: readonly number[],
  after?: number,
): CourseDocument {
  return changeModule(document, module, (given) => {
    const at = after === undefined ? -1 : given.lecciones.indexOf(after)
    const place = at < 0 ? given.lecciones.length : at + 1
    return { ...given, lecciones: [...given.lecciones.slice(0, place), ...ids, ...given.lecciones.slice(place)] }
  })
}

/** Takes a module or a lesson out of the outline; publishing then hides it. */
export const removeFromOutline = (document: CourseDocument, key: string): CourseDocument =>
  isModuleKey(key)
    ? withModules(
        document,
        document.modulos.filter(({ id }) => moduleKey(id) !== key),
      )
    : withModules(
        document,
        document.modulos.map((module) => ({
          ...module,
          lecciones: module.lecciones.filter((id) => lessonKey(id) !== key),
        })),
      )

export function moveInOutline(document: CourseDocument, key: string, { group, index }: Place): CourseDocument {
  const { modulos } = document
  if (group === null)
    return withModules(
      document,
      moveItem(
        modulos,
        modulos.findIndex(({ id }) => moduleKey(id) === key),
        index,
      ),
    )
  return changeModule(removeFromOutline(document, key), idOfKey(group), (module) => ({
    ...module,
    lecciones: [...module.lecciones.slice(0, index), idOfKey(key), ...module.lecciones.slice(index)],
  }))
}

/** Of the course's lessons, those that no module names. */
export function removedLessons<L extends OutlineLesson>({ modulos }: CourseDocument, lessons: readonly L[]): L[] {
  const named = new Set(modulos.flatMap(({ lecciones }) => lecciones))
  return lessons.filter(({ id }) => !named.has(id))
}

const BULLET = /^(?:[-*•·–]|\d{1,3}[.)-])\s+/

/** Typed or pasted names, one per line; list marks in front of them are left out. */
export const namesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim().replace(BULLET, '').trim())
    .map((line) => cutText(line, 200).trim())
    .filter((line) => line !== '')

/** The lessons around one in the order of the course. */
export function neighboursOf(
  { modulos }: CourseDocument,
  lesson: number,
): { previous: number | null; next: number | null } {
  const all = modulos.flatMap(({ lecciones }) => lecciones)
  const at = all.indexOf(lesson)
  if (at < 0) return { previous: null, next: null }
  return { previous: all[at - 1] ?? null, next: all[at + 1] ?? null }
}
