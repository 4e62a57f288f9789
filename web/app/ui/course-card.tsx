import type { Enrollment } from '@campus/contract/learning'
import { Button, Group } from '@mantine/core'
import { IconCalendarDue, IconClock, IconPlayerPlayFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import { count, formatDay, formatHours } from '../platform/format'
import { lessonPath, modulesPath } from '../platform/paths'
import { CardFrame } from './card-frame'
import classes from './course-card.module.css'
import { ProgressBar } from './progress'

function actionOf({ porcentaje, completadas }: Enrollment['progreso']): string {
  if (porcentaje >= 100) return 'Repasar'
  return completadas > 0 ? 'Continuar' : 'Empezar'
}

type CourseCardProps = { enrollment: Enrollment; order?: 2 | 3; eager?: boolean; onIntent?: () => void }

/** A course of the student: picture, name, hours, how far they are, and the way on. */
export function CourseCard({ enrollment, order = 2, eager, onIntent }: CourseCardProps) {
  const { curso, progreso, continuar, fecha_vencimiento } = enrollment
  return (
    <CardFrame
      image={curso.imagen}
      sizes="(max-width: 640px) 92vw, 380px"
      eager={eager}
      to={modulesPath(curso.id)}
      name={curso.nombre}
      order={order}
      onIntent={onIntent}
    >
      <div className={classes.facts}>
        <span>
          <IconClock size={16} aria-hidden />
          {formatHours(curso.horas)}
        </span>
        {fecha_vencimiento && (
          <span>
            <IconCalendarDue size={16} aria-hidden />
            Hasta el {formatDay(fecha_vencimiento)}
          </span>
        )}
      </div>
      <div className={classes.progress}>
        <Group justify="space-between" gap="xs">
          <span>
            {progreso.completadas} de {count(progreso.lecciones, 'lección', 'lecciones')}
          </span>
          <strong>{progreso.porcentaje}%</strong>
        </Group>
        <ProgressBar value={progreso.porcentaje} label={`Avance en ${curso.nombre}`} />
      </div>
      {continuar && (
        <Button
          component={Link}
          to={lessonPath(continuar)}
          prefetch="intent"
          variant="light"
          fullWidth
          className={classes.action}
          leftSection={<IconPlayerPlayFilled size={16} aria-hidden />}
          aria-label={`${actionOf(progreso)}: ${curso.nombre}`}
        >
          {actionOf(progreso)}
        </Button>
      )}
    </CardFrame>
  )
}
