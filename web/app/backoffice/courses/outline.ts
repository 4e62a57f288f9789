import type { CourseDocument } from '@campus/contract/documents/course'
import { cutText } from '@campus/contract/shorten'
import { moveItem, type OrderGroup, type OrderRow, type Place } from '../blocks/arrange'
import { sameValue } from '../blocks/same'

/** A lesson as the outline lists it; its title is that of its draft. */
export type OutlineLesson = { id: number; titulo: string }

type Module = CourseDocument['modulos'][number]

export const moduleKey = (id: number): string => `m${id}`
export const lessonKey = (id: number): string => `l${id}`
/** The id behind a key of either kind. */
export const idOfKey = (key: string): number => Number(key.slice(1))
export const isModuleKey = (key: string): boolean => key.startsWith('m')

/** A function that builds the groups and reuses each row and group that is as before, so that only others are drawn. */
export function groupBuilder(): (
  document: Pick<CourseDocument, 'modulos'>,
  lessons: readonly OutlineLesson[],
) => OrderGroup[] {
  let before = new Map<string, OrderRow>()
  return ({ modulos }, lessons) => {
    const now = new Map<string, OrderRow>()
    const reuse = <Row extends OrderRow>(row: Row, isSame: (old: Row) => boolean): Row => {
      const old = before.get(row.id) as Row | undefined
      const kept = old && old.name === row.name && isSame(old) ? old : row
      now.set(row.id, kept)
      return kept
    }
    const titles = new Map(lessons.map(({ id, titulo }) => [id, titulo]))
    const groups = modulos.map(({ id, nombre, lecciones }): OrderGroup => {
      const rows = lecciones.map((lesson) =>
        reuse({ id: lessonKey(lesson), name: titles.get(lesson) ?? 'Lección' }, () => true),
      )
      return reuse(
        { id: moduleKey(id), name: nombre, rows },
        (old) => old.rows.length === rows.length && old.rows.every((row, at) => row === rows[at]),
      )
    })
    before = now
    return groups
  }
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

/** After the module that it copies. */
export function addModuleAfter(document: CourseDocument, added: Module, after: number): CourseDocument {
  const place = document.modulos.findIndex(({ id }) => id === after) + 1
  return withModules(document, [...document.modulos.slice(0, place), added, ...document.modulos.slice(place)])
}

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

type RemovedModule = { id: number; nombre: string; horas: number | null }
type PlacedLesson = OutlineLesson & { id_modulo: number }

/** Of the course's modules, those that the outline lacks, each with the lessons that went with it. */
export function removedModules<M extends RemovedModule, L extends PlacedLesson>(
  document: CourseDocument,
  modules: readonly M[],
  lessons: readonly L[],
): (M & { lecciones: L[] })[] {
  const named = new Set(document.modulos.map(({ id }) => id))
  const byModule = Map.groupBy(unnamedLessons(document, lessons), ({ id_modulo }) => id_modulo)
  return modules
    .filter(({ id }) => !named.has(id))
    .map((module) => ({ ...module, lecciones: byModule.get(module.id) ?? [] }))
}

export const bringModuleBack = (
  document: CourseDocument,
  { id, nombre, horas, lecciones }: RemovedModule & { lecciones: readonly OutlineLesson[] },
): CourseDocument =>
  withModules(document, [...document.modulos, { id, nombre, horas, lecciones: lecciones.map((lesson) => lesson.id) }])

function unnamedLessons<L extends OutlineLesson>({ modulos }: CourseDocument, lessons: readonly L[]): L[] {
  const named = new Set(modulos.flatMap(({ lecciones }) => lecciones))
  return lessons.filter(({ id }) => !named.has(id))
}

/** Lessons that were removed from a module that stays; the others come back with theirs. */
export function removedLessons<L extends PlacedLesson>(document: CourseDocument, lessons: readonly L[]): L[] {
  const modules = new Set(document.modulos.map(({ id }) => id))
  return unnamedLessons(document, lessons).filter(({ id_modulo }) => modules.has(id_modulo))
}

/** A change of the outline, so that it can be undone: `text` says it, `key` is the row that it was about. */
export type OutlineAct = { before: Module[]; after: Module[]; text: string; key: string }

/** The outline as it was before; null where something else changed it since. */
export const undoAct = (document: CourseDocument, { before, after }: OutlineAct): CourseDocument | null =>
  sameValue(document.modulos, after) ? withModules(document, before) : null

/** The row that takes the focus when one is removed: the next of its kind, the one before, its module. */
export function neighbourKey({ modulos }: CourseDocument, key: string): string {
  const home = isModuleKey(key) ? undefined : modulos.find(({ lecciones }) => lecciones.includes(idOfKey(key)))
  const keys = home ? home.lecciones.map(lessonKey) : modulos.map(({ id }) => moduleKey(id))
  const at = keys.indexOf(key)
  return keys[at + 1] ?? keys[at - 1] ?? (home ? moduleKey(home.id) : '')
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
