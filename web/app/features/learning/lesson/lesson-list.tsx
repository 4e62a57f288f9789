import type { DetailedLesson, LessonItem } from '@campus/contract/learning'
import { IconChevronDown, IconCircle, IconCircleCheckFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { lessonPath, modulesPath } from '../../../lib/paths'
import { usePrefetch } from '../../../lib/prefetch'
import { ProgressBar } from '../../../ui/progress'
import { Text } from '../../../ui/text'
import { Title } from '../../../ui/title'
import classes from './lesson-list.module.css'

function iconOf(item: LessonItem, current: boolean) {
  if (item.completada) return IconCircleCheckFilled
  return current ? IconPlayerPlayFilled : IconCircle
}

type ItemProps = { item: LessonItem; module: DetailedLesson['modulo']; current: boolean }

function Item({ item, module, current }: ItemProps) {
  const prefetch = usePrefetch()
  const preload = () => void (current || prefetch.lesson(item.id))
  const StatusIcon = iconOf(item, current)
  return (
    <Link
      to={lessonPath({ id_curso: module.id_curso, id_modulo: module.id, id_leccion: item.id })}
      className={classes.item}
      aria-current={current ? 'page' : undefined}
      onPointerEnter={preload}
      onFocus={preload}
    >
      <StatusIcon size={20} className={classes.mark} data-done={item.completada || undefined} aria-hidden />
      <span className={classes.title}>
        <span>{item.titulo}</span>
        {item.completada && <span className="visually-hidden"> (completada)</span>}
      </span>
      {item.duracion > 0 && <span className={classes.minutes}>{`${item.duracion} min`}</span>}
    </Link>
  )
}

/** Beside the lesson on wide screens, folded on phones. */
export function LessonList({ lesson }: { lesson: DetailedLesson }) {
  const listId = useId()
  const [open, setOpen] = useState(false)
  const { lecciones, modulo } = lesson
  const done = lecciones.filter((item) => item.completada).length
  const percent = Math.floor((done / Math.max(1, lecciones.length)) * 100)
  return (
    <nav className={classes.panel} aria-label="Lecciones del módulo" data-open={open || undefined}>
      <div className={classes.head}>
        <Title order={2} look={3} className={classes.name}>
          <Link to={modulesPath(modulo.id_curso, modulo.id)} className={classes.module}>
            {modulo.nombre}
          </Link>
        </Title>
        <Text small dimmed className={classes.done}>
          {`${done} de ${lecciones.length} completadas`}
        </Text>
        <ProgressBar value={percent} label="Avance en el módulo" />
        <button
          type="button"
          className={classes.fold}
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
        >
          <span>{open ? 'Ocultar las lecciones' : 'Ver las lecciones'}</span>
          <IconChevronDown size={20} aria-hidden />
        </button>
      </div>
      <ol className={classes.list} id={listId}>
        {lecciones.map((item) => (
          <li key={item.id}>
            <Item item={item} module={modulo} current={item.id === lesson.id} />
          </li>
        ))}
      </ol>
    </nav>
  )
}
