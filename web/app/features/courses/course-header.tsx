import type { DetailedCourse } from '@campus/contract/learning'
import { Button, Group, Text } from '@mantine/core'
import { IconClock, IconPlayerPlayFilled, IconStairs } from '@tabler/icons-react'
import { Link } from 'react-router'
import { count, formatClock, formatHours } from '../../platform/format'
import { lessonPath } from '../../platform/paths'
import { usePrefetch } from '../../platform/prefetch'
import { Crumbs } from '../../ui/crumbs'
import { PageHead } from '../../ui/page-head'
import { Picture } from '../../ui/picture'
import { ProgressBar } from '../../ui/progress'
import classes from './course-header.module.css'

function Resume({ course }: { course: DetailedCourse }) {
  const prefetch = usePrefetch()
  const place = course.continuar
  if (!place) return null
  const started = place.segundo > 0 || (course.progreso?.completadas ?? 0) > 0
  const at = place.segundo > 0 ? ` en ${formatClock(place.segundo)}` : ''
  const warm = () => prefetch.lesson(place.id_leccion)
  return (
    <Group gap="md" className={classes.resume}>
      <Button
        component={Link}
        to={lessonPath(place)}
        prefetch="intent"
        onPointerEnter={warm}
        onFocus={warm}
        leftSection={<IconPlayerPlayFilled size={18} aria-hidden />}
      >
        {started ? `Continuar${at}` : 'Empezar el curso'}
      </Button>
      <Text size="sm" c="dimmed" className={classes.place}>
        {place.titulo}
      </Text>
    </Group>
  )
}

/** The course's name, picture and the student's overall progress. */
export function CourseHeader({ course }: { course: DetailedCourse }) {
  const { progreso } = course
  return (
    <>
      <Crumbs items={[{ text: 'Mis Cursos', to: '/miscursos' }, { text: course.nombre }]} />
      <header className={classes.header}>
        <div className={classes.picture}>
          <Picture src={course.imagen} alt="" ratio={16 / 9} sizes="(max-width: 768px) 92vw, 380px" eager />
        </div>
        <div className={classes.words}>
          <PageHead title={course.nombre} flush />
          <div className={classes.facts}>
            <span>
              <IconStairs size={18} aria-hidden />
              {course.nivel}
            </span>
            <span>
              <IconClock size={18} aria-hidden />
              {formatHours(course.horas)}
            </span>
          </div>
          {progreso && (
            <div className={classes.progress}>
              <Group justify="space-between" gap="xs">
                <Text size="sm">
                  {progreso.completadas} de {count(progreso.lecciones, 'lección completada', 'lecciones completadas')}
                </Text>
                <Text size="sm" fw={700}>
                  {progreso.porcentaje}%
                </Text>
              </Group>
              <ProgressBar value={progreso.porcentaje} label="Avance en el curso" />
            </div>
          )}
          <Resume course={course} />
        </div>
      </header>
    </>
  )
}
