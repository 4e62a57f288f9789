import { academicHours, studyTime, totalMinutes } from '@campus/contract/durations'
import type { DetailedCourse } from '@campus/contract/learning'
import { Button, Group, Text } from '@mantine/core'
import {
  IconCalendarEvent,
  IconCertificate,
  IconChecklist,
  IconCircleCheck,
  IconClock,
  IconMovie,
  IconPlayerPlayFilled,
  IconStairs,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { count, formatClock } from '../../../lib/format'
import { piecePath } from '../../../lib/paths'
import { usePrefetch } from '../../../lib/prefetch'
import { limaDay, startText } from '../../../lib/session-time'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { PageHead } from '../../../ui/page-head'
import { Picture } from '../../../ui/picture'
import { ProgressBar } from '../../../ui/progress'
import { Tag } from '../../../ui/tag'
import { EditLink } from '../edit-link'
import { Teachers } from '../teachers'
import classes from './course-header.module.css'

function resumeText({ siguiente, estado_avance }: DetailedCourse): string {
  if (siguiente?.tipo === 'examen') return 'Ir al examen'
  if (estado_avance === 'sin_empezar') return 'Empezar el curso'
  const at = siguiente && siguiente.segundo > 0 ? ` en ${formatClock(siguiente.segundo)}` : ''
  return `Continuar${at}`
}

function Resume({ course }: { course: DetailedCourse }) {
  const prefetch = usePrefetch()
  const { siguiente, estado_avance, codigo_certificado } = course
  const certificate = estado_avance === 'terminado' && codigo_certificado
  if (certificate)
    return (
      <Group gap="md" className={classes.resume}>
        <Button
          component={Link}
          to={`/certificado/${certificate}`}
          leftSection={<IconCertificate size={18} aria-hidden />}
        >
          Ver certificado
        </Button>
      </Group>
    )
  if (!siguiente) return null
  const Mark = siguiente.tipo === 'examen' ? IconChecklist : IconPlayerPlayFilled
  const preload = () => {
    if (siguiente.tipo === 'leccion') void prefetch.lesson(siguiente.id_leccion)
  }
  return (
    <Group gap="md" className={classes.resume}>
      <Button
        component={Link}
        to={piecePath(siguiente)}
        prefetch="intent"
        onPointerEnter={preload}
        onFocus={preload}
        leftSection={<Mark size={18} aria-hidden />}
      >
        {resumeText(course)}
      </Button>
      <Text size="sm" c="dimmed" className={classes.place}>
        {siguiente.titulo}
      </Text>
    </Group>
  )
}

export function CourseHeader({ course }: { course: DetailedCourse }) {
  const minutes = totalMinutes(course.modulos.flatMap((module) => module.lecciones))
  const { progreso } = course
  const finished = course.estado_avance === 'terminado'
  const starts = course.fecha_inicio && course.fecha_inicio >= limaDay(Date.now()) ? course.fecha_inicio : null
  return (
    <>
      <Breadcrumbs items={[{ text: 'Mis cursos', to: '/miscursos' }, { text: course.nombre }]} />
      <header className={classes.header}>
        <div className={classes.picture}>
          <Picture src={course.imagen} alt="" ratio={16 / 9} sizes="(max-width: 768px) 92vw, 380px" eager />
        </div>
        <div className={classes.words}>
          <PageHead title={course.nombre} flush />
          <div className={classes.facts}>
            <Teachers people={course.docentes} />
            <span>
              <IconStairs size={18} aria-hidden />
              <span>{course.nivel}</span>
            </span>
            <span>
              <IconClock size={18} aria-hidden />
              <span>{academicHours(course.horas)}</span>
            </span>
            {minutes > 0 && (
              <span>
                <IconMovie size={18} aria-hidden />
                <span>{studyTime(minutes)}</span>
              </span>
            )}
            {starts && (
              <span>
                <IconCalendarEvent size={18} aria-hidden />
                <span>{startText(starts, Date.now())}</span>
              </span>
            )}
            {finished && (
              <Tag icon={IconCircleCheck} tone="good">
                Terminado
              </Tag>
            )}
          </div>
          {progreso && (
            <div className={classes.progress}>
              <Group justify="space-between" gap="xs">
                <Text size="sm">
                  {`${progreso.completadas} de ${count(progreso.lecciones, 'lección completada', 'lecciones completadas')}`}
                </Text>
                {!finished && (
                  <Text size="sm" fw={700}>
                    {`${progreso.porcentaje}%`}
                  </Text>
                )}
              </Group>
              {!finished && <ProgressBar value={progreso.porcentaje} label="Avance en el curso" />}
            </div>
          )}
          <Resume course={course} />
          <EditLink to={`/gestion/cursos/${course.id}`} />
        </div>
      </header>
    </>
  )
}
