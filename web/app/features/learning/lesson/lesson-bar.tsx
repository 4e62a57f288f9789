import type { DetailedLesson } from '@campus/contract/learning'
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconArrowRight,
  IconCertificate,
  IconCheck,
  IconFlag,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { lessonPath, modulesPath, piecePath } from '../../../lib/paths'
import { useUser } from '../../../lib/session'
import { Button, LinkButton } from '../../../ui/button'
import classes from './lesson-bar.module.css'
import { TEXTS } from './texts'
import { useFinish, useMark } from './use-lesson-actions'

type Props = { lesson: DetailedLesson }

/** Where a done lesson leads: the certificate of a finished course, the next piece, or back to the course. */
function wayOn({ siguiente, estado_avance, codigo_certificado, id }: DetailedLesson['curso']) {
  const finished = estado_avance === 'terminado'
  if (finished && codigo_certificado)
    return { to: `/certificado/${codigo_certificado}`, text: 'Terminado · Ver certificado', icon: IconCertificate }
  if (siguiente && !finished)
    return { to: piecePath(siguiente), text: `Siguiente: ${siguiente.titulo}`, icon: IconArrowRight }
  return { to: modulesPath(id), text: finished ? 'Terminado · Volver al curso' : 'Volver al curso', icon: IconFlag }
}

function GoOn({ lesson: { curso } }: Props) {
  const { to, text, icon: Mark } = wayOn(curso)
  return (
    <LinkButton to={to} className={classes.main} rightSection={<Mark size={20} aria-hidden />}>
      <span className={classes.label}>{text}</span>
    </LinkButton>
  )
}

/** A closed attendance keeps the lesson done (docs/product/learning.md 5.5). */
function Undo({ lesson }: Props) {
  const { undo, busy } = useMark(lesson)
  if (lesson.asistencia?.fecha_cierre) return null
  return (
    <button type="button" className={classes.quiet} disabled={busy} onClick={undo} aria-label={TEXTS.clear}>
      <IconArrowBackUp size={20} aria-hidden />
      <span className={classes.words}>{TEXTS.undo}</span>
    </button>
  )
}

function Finish({ lesson }: Props) {
  const { leaving, go } = useFinish(lesson)
  if (lesson.completada && !leaving)
    return (
      <>
        <Undo lesson={lesson} />
        <GoOn lesson={lesson} />
      </>
    )
  return (
    <Button className={classes.main} loading={leaving} onClick={go} leftSection={<IconCheck size={20} aria-hidden />}>
      {TEXTS.finish}
    </Button>
  )
}

function Previous({ lesson: { anterior, curso } }: Props) {
  if (!anterior) return null
  const to = lessonPath({ id_curso: curso.id, id_modulo: anterior.id_modulo, id_leccion: anterior.id })
  return (
    <Link to={to} className={classes.quiet} aria-label={`Lección anterior: ${anterior.titulo}`}>
      <IconArrowLeft size={20} aria-hidden />
      <span className={classes.words}>Anterior</span>
    </Link>
  )
}

/** The lesson's one main act, always in reach; staff have no progress to make. */
export function LessonBar({ lesson }: Props) {
  if (useUser().tipo_cliente !== 'Alumno') return null
  return (
    <section className={classes.bar} data-own-bar aria-label="Avance de la lección">
      <Previous lesson={lesson} />
      <span className={classes.place}>
        {`${lesson.lecciones.findIndex(({ id }) => id === lesson.id) + 1} de ${lesson.lecciones.length} del módulo`}
      </span>
      <Finish lesson={lesson} />
    </section>
  )
}
