import { ActionIcon, Alert, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconBooks, IconEyeOff, IconPlus, IconX } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { count } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import type { OrderGroup, OrderRow } from '../blocks/arrange'
import { UnreadyList } from '../blocks/name-list'
import { OrderTree } from '../blocks/order'
import { Composer } from './composer'
import classes from './courses.module.css'
import { ExamLine } from './exam-line'
import { LinksLeft, useLinksLeft } from './links-left'
import { NewExam } from './new-exam'
import { groupBuilder, idOfKey, isModuleKey, removedLessons, removedModules } from './outline'
import { type Edited, ModuleEnd, OutlineContext, OutlineMenu, OutlineRow } from './outline-row'
import { examPath, lessonPath, NEW_EXAM } from './paths'
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

/** What was taken out of the outline: hidden, never deleted. */
function Removed({ editor, desk, outline }: OutlineProps & { outline: Outline }) {
  const modules = removedModules(editor.document, desk.modulos, desk.lecciones)
  const lessons = removedLessons(editor.document, desk.lecciones)
  const gone = new Set<number | null>(modules.map(({ id }) => id))
  const exams = desk.evaluaciones.filter(({ id_modulo }) => gone.has(id_modulo))
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
      {exams.length > 0 && (
        <section aria-labelledby="de-quitados">
          <h2 id="de-quitados">Evaluaciones de módulos quitados</h2>
          {exams.map((exam) => (
            <ExamLine key={exam.id} exam={exam} to={examPath(desk.id, exam.id)} />
          ))}
        </section>
      )}
      <Text size="sm" c="dimmed" mt="xs">
        Al publicar se ocultan. El avance, las notas, los certificados y los comentarios de los alumnos se conservan.
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
          <ul>
            <UnreadyList items={sold} linkOf={links} />
          </ul>
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
const drawLast = (group: OrderGroup) => <ModuleEnd group={group} />

/** The outline of a course: its modules with their lessons and exams. */
export function ContentTab(props: OutlineProps & { refresh: () => Promise<unknown> }) {
  const { editor, desk } = props
  const { modulos } = editor.document
  const navigate = useNavigate()
  const outline = useOutline(props)
  const [edited, setEdited] = useState<Edited | null>(null)
  const [build] = useState(groupBuilder)
  const groups = useMemo(() => build({ modulos }, desk.lecciones), [build, modulos, desk.lecciones])
  const lessons = useMemo(() => new Map(desk.lecciones.map((lesson) => [lesson.id, lesson])), [desk.lecciones])
  const modules = useMemo(() => new Map(modulos.map((module) => [module.id, module])), [modulos])
  const exams = useMemo(() => Map.groupBy(desk.evaluaciones, ({ id_modulo }) => id_modulo), [desk.evaluaciones])
  const ofAll = exams.get(null) ?? []
  const [adding, add] = useDisclosure(false)
  const [params, setParams] = useSearchParams()
  const asked = params.get(NEW_EXAM)
  const added = () => {
    add.close()
    if (asked) setParams({}, { replace: true })
  }
  const empty = groups.length === 0
  const left = useLinksLeft()
  return (
    <OutlineContext value={{ course: desk.id, lessons, modules, exams, edited, setEdited, outline }}>
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
      {ofAll.length > 0 && (
        <section className={classes.whole} aria-labelledby="todo-el-curso">
          <h2 id="todo-el-curso">Todo el curso</h2>
          {ofAll.map((exam) => (
            <ExamLine key={exam.id} exam={exam} to={examPath(desk.id, exam.id)} />
          ))}
        </section>
      )}
      <div className={classes.add}>
        <Composer
          opened={empty}
          action="Agregar módulo"
          label="Módulo nuevo"
          one="módulo"
          many="módulos"
          onAdd={outline.addModulesAtEnd}
        />
        <Button variant="subtle" leftSection={<IconPlus size={18} aria-hidden />} onClick={add.open}>
          Nueva evaluación
        </Button>
        {desk.evaluaciones.length === 0 && (
          <Text size="sm" c="dimmed">
            Sin examen no hay nota ni certificado.
          </Text>
        )}
      </div>
      <Removed {...props} outline={outline} />
      <UndoNote outline={outline} />
      {(adding || asked) && <NewExam {...props} module={Number(asked) || null} onClose={added} />}
    </OutlineContext>
  )
}
