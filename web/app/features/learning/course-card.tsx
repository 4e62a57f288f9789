import { academicHours } from '@campus/contract/durations'
import type { Enrollment } from '@campus/contract/learning'
import {
  type Icon,
  IconCalendarDue,
  IconCertificate,
  IconCircleCheck,
  IconClock,
  IconPlayerPlayFilled,
  IconRotate,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { count, formatDay } from '../../lib/format'
import { modulesPath, piecePath } from '../../lib/paths'
import { LinkButton } from '../../ui/button'
import { CardFrame } from '../../ui/card-frame'
import { ProgressBar } from '../../ui/progress'
import { Group } from '../../ui/stack'
import { Tag } from '../../ui/tag'
import classes from './course-card.module.css'

/** A finished course leads to its certificate, the others to their next piece. */
function actionOf({ curso, estado_avance, siguiente, codigo_certificado }: Enrollment): {
  text: string
  to: string
  icon: Icon
} {
  if (codigo_certificado)
    return { text: 'Ver certificado', to: `/certificado/${codigo_certificado}`, icon: IconCertificate }
  if (estado_avance === 'terminado' || !siguiente)
    return { text: 'Repasar', to: modulesPath(curso.id), icon: IconRotate }
  const text = estado_avance === 'en_curso' ? 'Continuar' : 'Empezar'
  return { text, to: piecePath(siguiente), icon: IconPlayerPlayFilled }
}

type CourseCardProps = {
  enrollment: Enrollment
  order?: 2 | 3
  eager?: boolean
  /** Only how far it is, and its button. */
  brief?: boolean
  /** The one to go on with. */
  main?: boolean
  onIntent?: () => void
}

/** A course of the student, with progress and resume link. */
export function CourseCard({ enrollment, order = 2, eager, brief = false, main = false, onIntent }: CourseCardProps) {
  const { curso, progreso, siguiente, estado_avance, fecha_vencimiento } = enrollment
  const finished = estado_avance === 'terminado'
  const action = actionOf(enrollment)
  return (
    <CardFrame
      image={curso.imagen}
      sizes="(max-width: 640px) 92vw, 380px"
      eager={eager}
      to={modulesPath(curso.id)}
      name={curso.nombre}
      order={order}
      onIntent={onIntent}
      badge={
        finished && (
          <Tag icon={IconCircleCheck} tone="good">
            Terminado
          </Tag>
        )
      }
    >
      {!brief && (
        <div className={classes.facts}>
          <span>
            <IconClock size={16} aria-hidden />
            <span>{academicHours(curso.horas)}</span>
          </span>
          {fecha_vencimiento && (
            <span>
              <IconCalendarDue size={16} aria-hidden />
              <span>{`Hasta el ${formatDay(fecha_vencimiento)}`}</span>
            </span>
          )}
        </div>
      )}
      <div className={classes.progress}>
        <Group justify="between" gap="xs">
          <span>
            {`${progreso.completadas} de ${count(progreso.lecciones, 'lección completada', 'lecciones completadas')}`}
          </span>
          {!finished && <strong>{`${progreso.porcentaje}%`}</strong>}
        </Group>
        {!finished && <ProgressBar value={progreso.porcentaje} label={`Avance en ${curso.nombre}`} />}
      </div>
      {siguiente && !finished && !brief && (
        <p className={classes.next}>
          <span>Sigue:</span>
          <span>{` ${siguiente.titulo}`}</span>
        </p>
      )}
      {progreso.lecciones + progreso.examenes > 0 && (
        <LinkButton
          to={action.to}
          prefetch="intent"
          variant={main ? 'filled' : 'light'}
          fullWidth
          className={classes.action}
          leftSection={<action.icon size={16} aria-hidden />}
          aria-label={`${action.text}: ${curso.nombre}`}
        >
          {action.text}
        </LinkButton>
      )}
    </CardFrame>
  )
}

/** Cards of courses, as many in a row as fit. */
export const CourseGrid = ({ children }: { children: ReactNode }) => <div className={classes.grid}>{children}</div>
