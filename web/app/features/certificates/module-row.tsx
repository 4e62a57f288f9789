import type { Certificate, CourseCertificates } from '@campus/contract/certificates'
import { closedByLessonsText } from '@campus/contract/closed-by-lessons'
import { IconCertificate, IconCertificateOff, IconChecklist, IconEye } from '@tabler/icons-react'
import { evaluationPath, supportPath } from '../../lib/paths'
import { LinkButton } from '../../ui/button'
import { GradeBadge } from '../../ui/grade-badge'
import { IconTile } from '../../ui/icon-tile'
import { Text } from '../../ui/text'
import { Title } from '../../ui/title'
import classes from './modules.module.css'
import { ShareBar } from './share-bar'
import { TEXTS } from './texts'

type Module = CourseCertificates['modulos'][number]
type ModuleRowProps = { module: Module; place: number; course: CourseCertificates }

const EXAM_LINKS = {
  running: { text: 'Volver al examen', variant: 'filled' },
  waiting: { text: 'Ver el examen', variant: 'light' },
  other: { text: 'Ir al examen', variant: 'light' },
} as const

function linkOf({ abierto, pendiente }: Module) {
  if (abierto) return EXAM_LINKS.running
  return pendiente ? EXAM_LINKS.waiting : EXAM_LINKS.other
}

function Actions({ module, course }: Omit<ModuleRowProps, 'place'>) {
  const { certificado, id_evaluacion, id_modulo, nombre } = module
  if (certificado?.estado === 'vigente')
    return (
      <>
        <LinkButton
          to={certificado.enlace}
          variant="default"
          leftSection={<IconEye size={18} aria-hidden />}
          aria-label={`Ver el certificado de ${nombre}`}
        >
          Ver
        </LinkButton>
        <ShareBar certificate={certificado} quiet />
      </>
    )
  if (id_evaluacion === null || !course.progreso) return null
  if (module.sin_intentos)
    return (
      <LinkButton
        to={supportPath(TEXTS.attemptRequest(nombre, course.curso), 'evaluacion')}
        variant="light"
        aria-label={`${TEXTS.askAttempt} de ${nombre}`}
      >
        {TEXTS.askAttempt}
      </LinkButton>
    )
  const { text, variant } = linkOf(module)
  return (
    <LinkButton
      to={evaluationPath({ id: id_evaluacion, id_curso: course.id_curso, id_modulo })}
      variant={variant}
      leftSection={<IconChecklist size={18} aria-hidden />}
      aria-label={`${text} de ${nombre}`}
    >
      {text}
    </LinkButton>
  )
}

function certificateText({ codigo_certificado, estado }: Certificate, retirado: boolean): string {
  const text = estado === 'vigente' ? codigo_certificado : TEXTS.revoked
  return retirado ? `${text} · ${TEXTS.withdrawn}` : text
}

function stateText(module: Module): string {
  const { certificado, id_evaluacion, abierto, pendiente, sin_intentos, cerrado_por_lecciones, retirado } = module
  if (certificado) return certificateText(certificado, retirado)
  if (abierto) return 'Ya lo empezaste y el tiempo corre'
  if (pendiente) return 'Un docente está revisando tu examen'
  if (sin_intentos) return 'Ya no te quedan intentos'
  if (cerrado_por_lecciones) return closedByLessonsText(cerrado_por_lecciones)
  return id_evaluacion === null ? 'Este módulo no tiene examen' : 'Aprueba el examen para obtenerlo'
}

export function ModuleRow({ module, place, course }: ModuleRowProps) {
  const earned = module.certificado?.estado === 'vigente'
  const graded = module.aprobado ? { porcentaje: module.porcentaje } : module
  return (
    <li className={classes.row}>
      <IconTile icon={earned ? IconCertificate : IconCertificateOff} tone={earned ? 'good' : 'plain'} />
      <div className={classes.name}>
        <Title order={3}>{module.retirado ? module.nombre : `${place + 1}. ${module.nombre}`}</Title>
        <Text small dimmed>
          {stateText(module)}
        </Text>
      </div>
      <span className={classes.grade}>
        {(module.aprobado || module.id_evaluacion !== null) && <GradeBadge exam={graded} />}
      </span>
      <div className={classes.actions}>
        <Actions module={module} course={course} />
      </div>
    </li>
  )
}
