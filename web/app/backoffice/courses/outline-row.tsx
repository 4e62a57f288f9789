import type { CourseDesk } from '@campus/contract/catalogue.staff'
import type { CourseDocument } from '@campus/contract/documents/course'
import { numberOf } from '@campus/contract/numbers'
import { Text, TextInput } from '@mantine/core'
import {
  IconAlertTriangle,
  IconClock,
  IconCopy,
  IconEyeOff,
  IconGift,
  IconPaperclip,
  IconPencil,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { createContext, type KeyboardEvent, memo, use, useState } from 'react'
import { Link } from 'react-router'
import { count, formatNumber } from '../../lib/format'
import { MenuAct } from '../blocks/act-menu'
import type { OrderGroup, OrderRow } from '../blocks/arrange'
import { stateLook } from '../blocks/save-text'
import { Composer } from './composer'
import classes from './courses.module.css'
import { ExamLine, type ExamNode } from './exam-line'
import { idOfKey, isModuleKey } from './outline'
import { examPath, lessonPath } from './paths'
import type { useOutline } from './use-outline'

type LessonNode = CourseDesk['lecciones'][number]

/** `byKey`: the row takes the focus back, which a press elsewhere has moved. */
type Done<Value> = (value: Value | null, byKey: boolean) => void

/** The name as a field, until Enter, Escape or leaving it. */
function RenameField({ name, onDone }: { name: string; onDone: Done<string> }) {
  const [text, setText] = useState(name)
  const keep = (byKey: boolean) => onDone(text.trim() === '' || text.trim() === name ? null : text.trim(), byKey)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') keep(true)
    if (event.key === 'Escape') onDone(null, true)
  }
  return (
    <TextInput
      aria-label={`Nombre nuevo de «${name}»`}
      autoFocus
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => keep(false)}
      onKeyDown={onKeyDown}
    />
  )
}

const MAX_HOURS = 1000

/** The hours of a module, until Enter, Escape or leaving them; empty is unknown. */
function HoursField({ hours, name, onDone }: { hours: number | null; name: string; onDone: Done<number> }) {
  const [text, setText] = useState(String(hours ?? ''))
  const read = text.trim() === '' ? null : numberOf(text)
  const wrong = read !== null && !(read >= 0 && read <= MAX_HOURS)
  const keep = (focus: boolean) => !wrong && onDone(read, focus)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') keep(true)
    if (event.key === 'Escape') onDone(hours, true)
  }
  return (
    <TextInput
      aria-label={`Horas de «${name}»`}
      autoFocus
      inputMode="decimal"
      rightSection="h"
      value={text}
      error={wrong && `De 0 a ${MAX_HOURS} horas.`}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => keep(false)}
      onKeyDown={onKeyDown}
    />
  )
}

/** A lesson's facts: what it has, what it lacks, whether students see it. */
function Facts({ lesson }: { lesson: LessonNode }) {
  const { duracion, videos, materiales, gratis, estado, avisos } = lesson
  return (
    <span className={classes.facts}>
      {avisos.length > 0 && (
        <span className={classes.fact} title={avisos.join(' ')}>
          <IconAlertTriangle size={16} aria-label={`Aviso: ${avisos.join(' ')}`} />
        </span>
      )}
      {gratis && <IconGift size={16} aria-label="Vista previa gratis" />}
      {videos > 0 && <IconPlayerPlay size={16} aria-label={count(videos, 'video', 'videos')} />}
      {materiales > 0 && <IconPaperclip size={16} aria-label={count(materiales, 'material', 'materiales')} />}
      {duracion > 0 && <span>{`${duracion} min`}</span>}
      {estado !== 'publicado' && <span className={classes.mark}>{stateLook(estado, false).short}</span>}
    </span>
  )
}

/** The row whose name or hours are being written. */
export type Edited = { key: string; what: 'name' | 'hours' }

type OutlineValue = {
  course: number
  lessons: ReadonlyMap<number, LessonNode>
  modules: ReadonlyMap<number, CourseDocument['modulos'][number]>
  /** By module; null has those of the whole course. */
  exams: ReadonlyMap<number | null, ExamNode[]>
  edited: Edited | null
  setEdited: (edited: Edited | null) => void
  outline: ReturnType<typeof useOutline>
}

export const OutlineContext = createContext<OutlineValue | null>(null)

function useOutlineContext(): OutlineValue {
  const value = use(OutlineContext)
  if (!value) throw new Error('outside of an outline')
  return value
}

// Memoized, because each act on the outline reaches all the rows through its context.
const ModuleLine = memo(function ModuleLine({ row, hours }: { row: OrderGroup; hours: number | null }) {
  return (
    <span className={classes.line}>
      <span className={classes.name}>{row.name || 'Módulo sin nombre'}</span>
      <Text component="span" size="xs" c="dimmed" fw={400}>
        {`${count(row.rows.length, 'lección', 'lecciones')}${hours ? ` · ${formatNumber(hours)} h` : ''}`}
      </Text>
    </span>
  )
})

type LessonLineProps = { row: OrderRow; course: number; lesson: LessonNode | undefined }

const LessonLine = memo(function LessonLine({ row, course, lesson }: LessonLineProps) {
  return (
    <span className={classes.line}>
      <Link to={lessonPath(course, idOfKey(row.id))} className={classes.name}>
        {row.name || 'Lección sin título'}
      </Link>
      {lesson && <Facts lesson={lesson} />}
    </span>
  )
})

/** The content of a row: a module's name or a lesson's link. */
export function OutlineRow({ row }: { row: OrderRow | OrderGroup }) {
  const { course, lessons, modules, edited, setEdited, outline } = useOutlineContext()
  const id = idOfKey(row.id)
  const hours = 'rows' in row ? (modules.get(id)?.horas ?? null) : null
  const done = (byKey: boolean) => {
    setEdited(null)
    if (byKey) outline.setFocusOn({ id: row.id })
  }
  if (edited?.key === row.id && edited.what === 'name')
    return (
      <RenameField
        name={row.name}
        onDone={(name, byKey) => {
          done(byKey)
          if (name) outline.rename(row, name)
        }}
      />
    )
  if (edited?.key === row.id)
    return (
      <HoursField
        hours={hours}
        name={row.name}
        onDone={(next, byKey) => {
          done(byKey)
          if (next !== hours) outline.setHours(row, next)
        }}
      />
    )
  if ('rows' in row) return <ModuleLine row={row} hours={hours} />
  return <LessonLine row={row} course={course} lesson={lessons.get(id)} />
}

export function OutlineMenu({ row }: { row: OrderRow }) {
  const { setEdited, outline } = useOutlineContext()
  // From a field that is there when it closes, the menu would take the focus.
  const edit = (what: Edited['what']) => setTimeout(() => setEdited({ key: row.id, what }))
  return (
    <>
      <MenuAct icon={IconPencil} label="Cambiar nombre" onClick={() => edit('name')} />
      {isModuleKey(row.id) && <MenuAct icon={IconClock} label="Cambiar las horas" onClick={() => edit('hours')} />}
      <MenuAct icon={IconCopy} label="Duplicar" onClick={() => outline.copy(row)} />
      <MenuAct icon={IconEyeOff} label="Quitar" onClick={() => outline.remove(row)} />
    </>
  )
}

/** The last row of each module: its exams, and the place for the next lesson. */
export function ModuleEnd({ group }: { group: OrderGroup }) {
  const { course, exams, outline } = useOutlineContext()
  const id = idOfKey(group.id)
  return (
    <div className={classes.end}>
      {exams.get(id)?.map((exam) => (
        <ExamLine key={exam.id} exam={exam} to={examPath(course, exam.id)} />
      ))}
      <Composer
        action="Agregar lección"
        label={`Lección nueva en ${group.name || 'este módulo'}`}
        one="lección"
        many="lecciones"
        onAdd={outline.addLessonsTo(id)}
      />
    </div>
  )
}
