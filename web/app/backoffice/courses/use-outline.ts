import type { CopiedLink, CourseDesk } from '@campus/contract/catalogue.staff'
import type { CourseDocument } from '@campus/contract/documents/course'
import { useState } from 'react'
import { failureText } from '../../lib/errors'
import { count } from '../../lib/format'
import { toast } from '../../lib/toasts'
import type { OrderRow, Place } from '../blocks/arrange'
import type { Editor } from '../blocks/open-document'
import { copyLesson, copyModule, createLessons, createModules, renameLesson } from './course-calls'
import {
  addLessons,
  addModuleAfter,
  addModules,
  bringModuleBack,
  changeHours,
  idOfKey,
  isModuleKey,
  lessonKey,
  moduleKey,
  moveInOutline,
  neighbourKey,
  type OutlineAct,
  type OutlineLesson,
  type removedModules,
  removeFromOutline,
  renameModule,
  undoAct,
} from './outline'

export type OutlineProps = { editor: Editor<'curso'>; desk: CourseDesk; refresh: () => Promise<unknown> }

const MOST_UNDONE = 50

/** Tells why a call failed; the outline stays as it was. */
async function attempt(act: () => Promise<unknown>): Promise<void> {
  await act().catch((error: Error) => {
    toast(failureText(error), { color: 'red', title: 'Error' })
    throw error
  })
}

/** The last acts on the outline, so that each can be undone; what is said of them to a screen reader. */
function useHistory({ editor }: OutlineProps) {
  const [acts, setActs] = useState<OutlineAct[]>([])
  const [said, setSaid] = useState('')
  const [focusOn, setFocusOn] = useState<{ id: string } | null>(null)
  const now = () => editor.store.getState().document
  /** Without a text no note offers to undo it; the list itself says a move. */
  const apply = (next: CourseDocument, key: string, text = '', spoken = text) => {
    const { modulos: before } = now()
    editor.change(next)
    setActs((all) => [...all.slice(1 - MOST_UNDONE), { before, after: next.modulos, text, key }])
    setSaid(spoken)
  }
  const undo = () => {
    const act = acts.at(-1)
    const next = act && undoAct(now(), act)
    setActs(next ? acts.slice(0, -1) : [])
    if (!next) return
    editor.change(next)
    setSaid('Deshecho: el índice está como antes.')
    setFocusOn({ id: act.key })
  }
  const last = acts.at(-1)
  const canUndo = last !== undefined && undoAct(editor.document, last) !== null
  return { now, apply, undo, said, focusOn, setFocusOn, note: canUndo ? last.text : '', forget: () => setActs([]) }
}

const withLessons = (name: string, lessons: number): string =>
  lessons === 0 ? `«${name}»` : `«${name}» y ${count(lessons, 'lección', 'lecciones')}`

type History = ReturnType<typeof useHistory>

function useLessonActs({ refresh }: OutlineProps, { now, apply }: History) {
  const [linksLeft, setLinksLeft] = useState<CopiedLink[]>()
  const addLessonsTo = (module: number) => (names: string[]) =>
    attempt(async () => {
      const ids = (await createLessons(module, names)).map(({ id }) => id)
      apply(addLessons(now(), module, ids), moduleKey(module))
      await refresh()
    })
  const renameRow = (row: OrderRow, name: string) => {
    if (isModuleKey(row.id)) return apply(renameModule(now(), idOfKey(row.id), name), row.id)
    void attempt(async () => {
      await renameLesson(idOfKey(row.id), name)
      await refresh()
    }).catch(() => undefined)
  }
  const copyLessonRow = async (row: OrderRow) => {
    const lesson = idOfKey(row.id)
    const module = now().modulos.find(({ lecciones }) => lecciones.includes(lesson))
    const id = module && (await copyLesson(lesson, module.id))
    if (id) apply(addLessons(now(), module.id, [id], lesson), row.id, `Duplicaste «${row.name}».`)
  }
  const copyModuleRow = async (row: OrderRow) => {
    const module = now().modulos.find(({ id }) => moduleKey(id) === row.id)
    const copied = module && (await copyModule(module))
    if (!copied) return
    const { enlaces, ...copy } = copied
    apply(addModuleAfter(now(), copy, module.id), row.id, `Duplicaste «${row.name}».`)
    setLinksLeft(enlaces)
  }
  const copy = (row: OrderRow) =>
    void attempt(async () => {
      await (isModuleKey(row.id) ? copyModuleRow(row) : copyLessonRow(row))
      await refresh()
    }).catch(() => undefined)
  return { addLessonsTo, rename: renameRow, copy, linksLeft }
}

/** The acts on the outline, each on its newest document. */
export function useOutline(props: OutlineProps) {
  const { desk, refresh } = props
  const history = useHistory(props)
  const { now, apply, setFocusOn } = history
  const addModulesAtEnd = (names: string[]) =>
    attempt(async () => {
      apply(addModules(now(), await createModules(desk.id, names)), '')
      await refresh()
    })
  const nameOf = (key: string) =>
    isModuleKey(key)
      ? now().modulos.find(({ id }) => moduleKey(id) === key)?.nombre
      : desk.lecciones.find(({ id }) => lessonKey(id) === key)?.titulo
  const move = (id: string, place: Place) =>
    apply(moveInOutline(now(), id, place), id, `Moviste «${nameOf(id) || 'Sin nombre'}».`, '')
  const remove = (row: OrderRow) => {
    const document = now()
    const lessons = document.modulos.find(({ id }) => moduleKey(id) === row.id)?.lecciones.length ?? 0
    setFocusOn({ id: neighbourKey(document, row.id) })
    apply(removeFromOutline(document, row.id), row.id, `Quitaste ${withLessons(row.name || 'Sin nombre', lessons)}.`)
  }
  const bringBack = ({ id, titulo, id_modulo }: OutlineLesson & { id_modulo: number }) => {
    setFocusOn({ id: lessonKey(id) })
    apply(addLessons(now(), id_modulo, [id]), lessonKey(id), `Devolviste «${titulo}».`)
  }
  const bringBackModule = (module: ReturnType<typeof removedModules>[number]) => {
    setFocusOn({ id: moduleKey(module.id) })
    const text = `Devolviste ${withLessons(module.nombre, module.lecciones.length)}.`
    apply(bringModuleBack(now(), module), moduleKey(module.id), text)
  }
  const setHours = (row: OrderRow, hours: number | null) => apply(changeHours(now(), idOfKey(row.id), hours), row.id)
  return {
    ...history,
    ...useLessonActs(props, history),
    addModulesAtEnd,
    setHours,
    move,
    remove,
    bringBack,
    bringBackModule,
  }
}
