import type { CourseDesk } from '@campus/contract/catalogue.staff'
import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowBackUp, IconBooks } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { failureText } from '../../lib/errors'
import { EmptyState } from '../../ui/empty-state'
import type { OrderRow, Place } from '../blocks/arrange'
import type { Editor } from '../blocks/open-document'
import { OrderTree } from '../blocks/order'
import { Composer } from './composer'
import { copyLesson, createLessons, createModules, renameLesson } from './course-calls'
import classes from './courses.module.css'
import {
  addLessons,
  addModules,
  changeHours,
  groupsOf,
  idOfKey,
  isModuleKey,
  moduleKey,
  moveInOutline,
  removedLessons,
  removeFromOutline,
  renameModule,
} from './outline'
import { HoursField, OutlineMenu, OutlineRow } from './outline-row'
import { lessonPath } from './paths'

type TabProps = { editor: Editor<'curso'>; desk: CourseDesk; refresh: () => Promise<unknown> }

/** Tells why a call failed; the outline stays as it was. */
async function attempt(act: () => Promise<unknown>): Promise<void> {
  await act().catch((error: Error) => {
    notifications.show({ color: 'red', role: 'alert', title: 'Error', message: failureText(error) })
    throw error
  })
}

/** The acts on the outline, each on its newest document. */
function useOutline({ editor, desk, refresh }: TabProps) {
  const now = () => editor.store.getState().document
  const addLessonsTo = (module: number) => (names: string[]) =>
    attempt(async () => {
      const created = await createLessons(module, names)
      editor.change(
        addLessons(
          now(),
          module,
          created.map(({ id }) => id),
        ),
      )
      await refresh()
    })
  const addModulesAtEnd = (names: string[]) =>
    attempt(async () => {
      editor.change(addModules(now(), await createModules(desk.id, names)))
      await refresh()
    })
  const rename = (row: OrderRow, name: string) => {
    if (isModuleKey(row.id)) return editor.change(renameModule(now(), idOfKey(row.id), name))
    void attempt(async () => {
      await renameLesson(idOfKey(row.id), name)
      await refresh()
    }).catch(() => undefined)
  }
  const copy = (row: OrderRow) => {
    const lesson = idOfKey(row.id)
    const module = now().modulos.find(({ lecciones }) => lecciones.includes(lesson))
    if (!module) return
    void attempt(async () => {
      const id = await copyLesson(lesson, module.id)
      if (id) editor.change(addLessons(now(), module.id, [id], lesson))
      await refresh()
    }).catch(() => undefined)
  }
  const move = (id: string, place: Place) => editor.change(moveInOutline(now(), id, place))
  const remove = (row: OrderRow) => editor.change(removeFromOutline(now(), row.id))
  const setHours = (row: OrderRow, hours: number | null) => editor.change(changeHours(now(), idOfKey(row.id), hours))
  return { addLessonsTo, addModulesAtEnd, rename, setHours, copy, move, remove }
}

/** *Lecciones quitadas*: hidden, never deleted. */
function Removed({ editor, desk }: TabProps) {
  const lessons = removedLessons(editor.document, desk.lecciones)
  const { modulos } = editor.document
  if (lessons.length === 0 || modulos.length === 0) return null
  const back = (id: number, own: number) => {
    const module = modulos.find((one) => one.id === own) ?? modulos.at(-1)
    if (module) editor.change(addLessons(editor.document, module.id, [id]))
  }
  return (
    <section className={classes.removed} aria-labelledby="quitadas">
      <h2 id="quitadas">Lecciones quitadas</h2>
      <Text size="sm" c="dimmed" mb="xs">
        Al publicar se ocultan. El avance y los comentarios de los alumnos se conservan.
      </Text>
      {lessons.map(({ id, titulo, id_modulo }) => (
        <div key={id} className={classes.removedRow}>
          <span>{titulo || 'Lección sin título'}</span>
          <Button
            variant="subtle"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            aria-label={`Devolver «${titulo}» al curso`}
            onClick={() => back(id, id_modulo)}
          >
            Devolver
          </Button>
        </div>
      ))}
    </section>
  )
}

/** The outline of a course: its modules with their lessons. */
export function ContentTab(props: TabProps) {
  const { editor, desk } = props
  const [renaming, setRenaming] = useState<string | null>(null)
  const [timing, setTiming] = useState<string | null>(null)
  const navigate = useNavigate()
  const outline = useOutline(props)
  const groups = groupsOf(editor.document, desk.lecciones)
  const empty = groups.length === 0
  const hoursOf = (row: OrderRow) => editor.document.modulos.find(({ id }) => moduleKey(id) === row.id)?.horas ?? null
  return (
    <>
      {empty && (
        <EmptyState
          icon={IconBooks}
          title="Un curso empieza con su primer módulo."
          text="Escribe su nombre, o pega la lista de todos: uno por línea."
        />
      )}
      {!empty && (
        <OrderTree
          label="Módulos y lecciones"
          groupWord="Módulo"
          groups={groups}
          onMove={outline.move}
          onOpen={(id) => !isModuleKey(id) && navigate(lessonPath(desk.id, idOfKey(id)))}
          render={(row) =>
            timing === row.id ? (
              <HoursField
                hours={hoursOf(row)}
                name={row.name}
                onDone={(hours) => {
                  setTiming(null)
                  if (hours !== hoursOf(row)) outline.setHours(row, hours)
                }}
              />
            ) : (
              <OutlineRow
                row={row}
                course={desk.id}
                lesson={desk.lecciones.find(({ id }) => !isModuleKey(row.id) && id === idOfKey(row.id))}
                hours={hoursOf(row)}
                lessons={groups.find(({ id }) => id === row.id)?.rows.length ?? 0}
                renaming={renaming === row.id}
                onRename={(name) => {
                  setRenaming(null)
                  if (name) outline.rename(row, name)
                }}
              />
            )
          }
          menu={(row) => (
            <OutlineMenu
              row={row}
              onRename={() => setRenaming(row.id)}
              onHours={() => setTiming(row.id)}
              onCopy={() => outline.copy(row)}
              onRemove={() => outline.remove(row)}
            />
          )}
          last={(group) => (
            <Composer
              action="Agregar lección"
              label={`Lección nueva en ${group.name || 'este módulo'}`}
              one="lección"
              many="lecciones"
              onAdd={outline.addLessonsTo(idOfKey(group.id))}
            />
          )}
        />
      )}
      <div style={{ marginTop: 16 }}>
        <Composer
          opened={empty}
          action="Agregar módulo"
          label="Módulo nuevo"
          one="módulo"
          many="módulos"
          onAdd={outline.addModulesAtEnd}
        />
      </div>
      <Removed {...props} />
    </>
  )
}
