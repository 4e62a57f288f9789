import { ActionIcon, Alert, Button, Text } from '@mantine/core'
import { IconArrowBackUp, IconBooks, IconEyeOff, IconX } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { count } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import type { OrderGroup, OrderRow } from '../blocks/arrange'
import { OrderTree } from '../blocks/order'
import { UnreadyList } from '../blocks/unready-list'
import { Composer } from './composer'
import classes from './courses.module.css'
import { LinksLeft, useLinksLeft } from './links-left'
import { groupBuilder, idOfKey, isModuleKey, removedLessons, removedModules } from './outline'
import { AddLesson, type Edited, OutlineContext, OutlineMenu, OutlineRow } from './outline-row'
import { lessonPath } from './paths'
import { useFieldLinks } from './use-desk'
import { type OutlineProps, useOutline } from './use-outline'

type Outline = ReturnType<typeof useOutline>

function RemovedRow({ name, detail, onBack }: { name: string; detail?: string; onBack: () => void }) {
  return (
    <div className={classes.removedRow}>
      <span>
        <span>{name}</span>
        {detail && (
          <Text component="span" size="xs" c="dimmed" display="block">
            {detail}
          </Text>
        )}
      </span>
      <Button
        variant="subtle"
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        aria-label={`Devolver «${name}» al curso`}
        onClick={onBack}
      >
        Devolver
      </Button>
    </div>
  )
}

/** *Módulos quitados* and *Lecciones quitadas*: hidden, never deleted. */
function Removed({ editor, desk, outline }: OutlineProps & { outline: Outline }) {
  const modules = removedModules(editor.document, desk.modulos, desk.lecciones)
  const lessons = removedLessons(editor.document, desk.lecciones)
  if (modules.length + lessons.length === 0) return null
  return (
    <div className={classes.removed}>
      {modules.length > 0 && (
        <section aria-labelledby="modulos-quitados">
          <h2 id="modulos-quitados">Módulos quitados</h2>
          {modules.map((module) => (
            <RemovedRow
              key={module.id}
              name={module.nombre || 'Módulo sin nombre'}
              detail={count(module.lecciones.length, 'lección', 'lecciones')}
              onBack={() => outline.bringBackModule(module)}
            />
          ))}
        </section>
      )}
      {lessons.length > 0 && (
        <section aria-labelledby="quitadas">
          <h2 id="quitadas">Lecciones quitadas</h2>
          {lessons.map((lesson) => (
            <RemovedRow
              key={lesson.id}
              name={lesson.titulo || 'Lección sin título'}
              onBack={() => outline.bringBack(lesson)}
            />
          ))}
        </section>
      )}
      <Text size="sm" c="dimmed" mt="xs">
        Al publicar se ocultan. El avance y los comentarios de los alumnos se conservan.
      </Text>
    </div>
  )
}

/** What was just done, with *Deshacer*. */
function UndoNote({ outline: { note, undo, forget, said } }: { outline: Outline }) {
  return (
    <>
      <div className="visually-hidden" role="status">
        {said}
      </div>
      {note && (
        <div className={classes.note}>
          <span>{note}</span>
          <Button variant="subtle" leftSection={<IconArrowBackUp size={18} aria-hidden />} onClick={undo}>
            Deshacer
          </Button>
          <ActionIcon variant="subtle" color="gray" size={44} aria-label="Cerrar el aviso" onClick={forget}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </>
  )
}

const heldText = (held: number) =>
  `${count(held, 'parte queda oculta', 'partes quedan ocultas')} hasta que tenga${held === 1 ? '' : 'n'} contenido publicado.`

/** What students meet with nothing in it, by name; what waits for content is marked in its row. */
function Pending({ desk: { id, pendientes } }: Pick<OutlineProps, 'desk'>) {
  const links = useFieldLinks(id)
  const sold = pendientes.filter(({ en_venta }) => en_venta)
  const held = pendientes.length - sold.length
  return (
    <>
      {sold.length > 0 && (
        <Alert color="red" variant="light" mb="md" title="Está a la venta sin contenido">
          {/* Its modules are on this screen. */}
          <UnreadyList items={sold} linkOf={(objeto) => (objeto.startsWith('modulo:') ? null : links(objeto, ''))} />
        </Alert>
      )}
      {held > 0 && (
        <Alert color="yellow" variant="light" mb="md" py="xs" icon={<IconEyeOff aria-hidden />}>
          {heldText(held)}
        </Alert>
      )}
    </>
  )
}

const drawRow = (row: OrderRow) => <OutlineRow row={row} />
const drawMenu = (row: OrderRow) => <OutlineMenu row={row} />
const drawLast = (group: OrderGroup) => <AddLesson group={group} />

/** The outline of a course: its modules with their lessons. */
export function ContentTab(props: OutlineProps) {
  const { editor, desk } = props
  const { modulos } = editor.document
  const navigate = useNavigate()
  const outline = useOutline(props)
  const [edited, setEdited] = useState<Edited | null>(null)
  const [build] = useState(groupBuilder)
  const groups = useMemo(() => build({ modulos }, desk.lecciones), [build, modulos, desk.lecciones])
  const lessons = useMemo(() => new Map(desk.lecciones.map((lesson) => [lesson.id, lesson])), [desk.lecciones])
  const modules = useMemo(() => new Map(modulos.map((module) => [module.id, module])), [modulos])
  const empty = groups.length === 0
  const left = useLinksLeft()
  return (
    <OutlineContext value={{ course: desk.id, lessons, modules, edited, setEdited, outline }}>
      <Pending desk={desk} />
      <LinksLeft course={desk.id} links={outline.linksLeft ?? left} />
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
          onUndo={outline.undo}
          focusOn={outline.focusOn}
          render={drawRow}
          menu={drawMenu}
          last={drawLast}
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
      <Removed {...props} outline={outline} />
      <UndoNote outline={outline} />
    </OutlineContext>
  )
}
