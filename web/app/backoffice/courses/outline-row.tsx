import type { CourseDesk } from '@campus/contract/catalogue.staff'
import { Menu, NumberInput, Text, TextInput, Tooltip } from '@mantine/core'
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
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import { count, formatNumber } from '../../lib/format'
import type { OrderRow } from '../blocks/arrange'
import { stateLook } from '../blocks/save-text'
import classes from './courses.module.css'
import { isModuleKey } from './outline'
import { lessonPath } from './paths'

type LessonNode = CourseDesk['lecciones'][number]

/** The name as a field, until Enter, Escape or leaving it. */
export function RenameField({ name, onDone }: { name: string; onDone: (name: string | null) => void }) {
  const [text, setText] = useState(name)
  const keep = () => onDone(text.trim() === '' || text.trim() === name ? null : text.trim())
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') keep()
    if (event.key === 'Escape') onDone(null)
  }
  return (
    <TextInput
      aria-label={`Nombre nuevo de «${name}»`}
      autoFocus
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={keep}
      onKeyDown={onKeyDown}
    />
  )
}

/** The hours of a module, until Enter, Escape or leaving them; empty is unknown. */
export function HoursField({
  hours,
  name,
  onDone,
}: {
  hours: number | null
  name: string
  onDone: (hours: number | null) => void
}) {
  const [text, setText] = useState<string | number>(hours ?? '')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onDone(text === '' ? null : Number(text))
    if (event.key === 'Escape') onDone(hours)
  }
  return (
    <NumberInput
      aria-label={`Horas de «${name}»`}
      autoFocus
      min={0}
      max={1000}
      decimalScale={1}
      allowedDecimalSeparators={[',', '.']}
      suffix=" h"
      value={text}
      onChange={setText}
      onBlur={() => onDone(text === '' ? null : Number(text))}
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
        <Tooltip label={avisos.join(' ')}>
          <span className={classes.fact}>
            <IconAlertTriangle size={16} aria-label={`Aviso: ${avisos.join(' ')}`} />
          </span>
        </Tooltip>
      )}
      {gratis && <IconGift size={16} aria-label="Vista previa gratis" />}
      {videos > 0 && <IconPlayerPlay size={16} aria-label={count(videos, 'video', 'videos')} />}
      {materiales > 0 && <IconPaperclip size={16} aria-label={count(materiales, 'material', 'materiales')} />}
      {duracion > 0 && <span>{`${duracion} min`}</span>}
      {estado !== 'publicado' && <span className={classes.mark}>{stateLook(estado, false).text}</span>}
    </span>
  )
}

type RowProps = {
  row: OrderRow
  course: number
  lesson: LessonNode | undefined
  lessons: number
  /** Of a module. */
  hours: number | null
  renaming: boolean
  onRename: (name: string | null) => void
}

/** The content of a row: a module's name or a lesson's link. */
export function OutlineRow({ row, course, lesson, lessons, hours, renaming, onRename }: RowProps) {
  if (renaming) return <RenameField name={row.name} onDone={onRename} />
  if (isModuleKey(row.id))
    return (
      <span className={classes.line}>
        <span className={classes.name}>{row.name || 'Módulo sin nombre'}</span>
        <Text component="span" size="xs" c="dimmed" fw={400}>
          {`${count(lessons, 'lección', 'lecciones')}${hours ? ` · ${formatNumber(hours)} h` : ''}`}
        </Text>
      </span>
    )
  return (
    <span className={classes.line}>
      <Link to={lessonPath(course, Number(row.id.slice(1)))} className={classes.name}>
        {row.name || 'Lección sin título'}
      </Link>
      {lesson && <Facts lesson={lesson} />}
    </span>
  )
}

type MenuProps = {
  row: OrderRow
  onRename: () => void
  onHours: () => void
  onCopy: () => void
  onRemove: () => void
}

export function OutlineMenu({ row, onRename, onHours, onCopy, onRemove }: MenuProps) {
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={onRename}>
        Cambiar nombre
      </Menu.Item>
      {isModuleKey(row.id) && (
        <Menu.Item leftSection={<IconClock size={18} aria-hidden />} onClick={onHours}>
          Cambiar las horas
        </Menu.Item>
      )}
      {!isModuleKey(row.id) && (
        <Menu.Item leftSection={<IconCopy size={18} aria-hidden />} onClick={onCopy}>
          Duplicar
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconEyeOff size={18} aria-hidden />} onClick={onRemove}>
        Quitar
      </Menu.Item>
    </>
  )
}
