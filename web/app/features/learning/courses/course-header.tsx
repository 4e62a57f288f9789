import { academicHours, studyTime, totalMinutes } from '@campus/contract/durations'
import type { DetailedCourse } from '@campus/contract/learning'
import {
  type Icon,
  IconCalendarEvent,
  IconCertificate,
  IconChecklist,
  IconCircleCheck,
  IconClock,
  IconMovie,
  IconPlayerPlayFilled,
  IconStairs,
} from '@tabler/icons-react'
import { count, formatClock } from '../../../lib/format'
import { piecePath } from '../../../lib/paths'
import { usePrefetch } from '../../../lib/prefetch'
import { limaDay, startText } from '../../../lib/session-time'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { LinkButton } from '../../../ui/button'
import { PageHead } from '../../../ui/page-head'
import { Picture } from '../../../ui/picture'
import { ProgressBar } from '../../../ui/progress'
import { Group } from '../../../ui/stack'
import { Tag } from '../../../ui/tag'
import { EditLink } from '../edit-link'
import { Teachers } from '../teachers'
import classes from './course-header.module.css'

function Fact({ icon: Drawing, children }: { icon: Icon; children: string }) {
  return (
    <span>
      <Drawing size={18} aria-hidden />
      <span>{children}</span>
    </span>
  )
}

function resumeText({ siguiente, estado_avance }: DetailedCourse): string {
  if (siguiente?.tipo === 'examen') return 'Ir al examen'
  if (estado_avance === 'sin_empezar') return 'Empezar el curso'
  const at = siguiente && siguiente.segundo > 0 ? ` en ${formatClock(siguiente.segundo)}` : ''
  return `Continuar${at}`
}

function Resume({ course }: { course: DetailedCourse }) {
  const prefetch = usePrefetch()
  const { siguiente, estado_avance, codigo_certificado } = course
  if (estado_avance === 'terminado' && codigo_certificado)
    return (
      <LinkButton to={`/certificado/${codigo_certificado}`} leftSection={<IconCertificate size={18} aria-hidden />}>
        Ver certificado
      </LinkButton>
    )
  if (!siguiente) return null
  const Mark = siguiente.tipo === 'examen' ? IconChecklist : IconPlayerPlayFilled
  const preload = () => {
    if (siguiente.tipo === 'leccion') void prefetch.lesson(siguiente.id_leccion)
  }
  return (
    <LinkButton
      to={piecePath(siguiente)}
      prefetch="intent"
      onPointerEnter={preload}
      onFocus={preload}
      leftSection={<Mark size={18} aria-hidden />}
    >
      {resumeText(course)}
    </LinkButton>
  )
}

function Progress({ progreso, estado_avance }: DetailedCourse) {
  if (!progreso) return null
  const finished = estado_avance === 'terminado'
  return (
    <div className={classes.progress}>
      <Group justify="between" gap="xs">
        <span>
          {`${progreso.completadas} de ${count(progreso.lecciones, 'lección completada', 'lecciones completadas')}`}
        </span>
        {!finished && <strong>{`${progreso.porcentaje}%`}</strong>}
      </Group>
      {!finished && <ProgressBar value={progreso.porcentaje} label="Avance en el curso" />}
    </div>
  )
}

export function CourseHeader({ course }: { course: DetailedCourse }) {
  const minutes = totalMinutes(course.modulos.flatMap((module) => module.lecciones))
  const { fecha_inicio } = course
  const now = Date.now()
  return (
    <>
      <Breadcrumbs items={[{ text: 'Mis cursos', to: '/miscursos' }, { text: course.nombre }]} />
      <header className={classes.header}>
        <div className={classes.picture}>
          <Picture src={course.imagen} alt="" ratio={16 / 9} sizes="260px" />
        </div>
        <div className={classes.words}>
          <PageHead title={course.nombre} flush />
          <div className={classes.facts}>
            <Teachers people={course.docentes} />
            <Fact icon={IconStairs}>{course.nivel}</Fact>
            <Fact icon={IconClock}>{academicHours(course.horas)}</Fact>
            {minutes > 0 && <Fact icon={IconMovie}>{studyTime(minutes)}</Fact>}
            {fecha_inicio && fecha_inicio >= limaDay(now) && (
              <Fact icon={IconCalendarEvent}>{startText(fecha_inicio, now)}</Fact>
            )}
            {course.estado_avance === 'terminado' && (
              <Tag icon={IconCircleCheck} tone="good">
                Terminado
              </Tag>
            )}
          </div>
          <div className={classes.act}>
            <Progress {...course} />
            <Resume course={course} />
            <EditLink to={`/gestion/cursos/${course.id}`} />
          </div>
        </div>
      </header>
    </>
  )
}
