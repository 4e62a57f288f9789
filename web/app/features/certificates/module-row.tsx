import type { CourseCertificates } from '@campus/contract/certificates'
import { Button, Text, Title } from '@mantine/core'
import { IconCertificate, IconCertificateOff, IconChecklist, IconDownload, IconEye } from '@tabler/icons-react'
import { Link } from 'react-router'
import { evaluationPath } from '../../platform/paths'
import { GradeBadge } from '../../ui/grade-badge'
import { IconTile } from '../../ui/icon-tile'
import classes from './modules.module.css'
import { T } from './texts'

type Module = CourseCertificates['modulos'][number]
type ModuleRowProps = { module: Module; place: number; course: number }

function Actions({ module, course }: Omit<ModuleRowProps, 'place'>) {
  const { certificado, id_evaluacion, id_modulo, nombre } = module
  if (certificado?.estado === 'vigente')
    return (
      <>
        <Button
          component={Link}
          to={certificado.enlace}
          variant="default"
          leftSection={<IconEye size={18} aria-hidden />}
          aria-label={`Ver el certificado de ${nombre}`}
        >
          Ver
        </Button>
        <Button
          component="a"
          href={certificado.pdf}
          download
          variant="light"
          leftSection={<IconDownload size={18} aria-hidden />}
          aria-label={`${T.download} de ${nombre}`}
        >
          PDF
        </Button>
      </>
    )
  if (id_evaluacion === null) return null
  return (
    <Button
      component={Link}
      to={evaluationPath({ id: id_evaluacion, id_curso: course, id_modulo })}
      variant="light"
      leftSection={<IconChecklist size={18} aria-hidden />}
      aria-label={`Ir al examen de ${nombre}`}
    >
      Ir al examen
    </Button>
  )
}

function stateText({ certificado, id_evaluacion }: Module): string {
  if (certificado) return certificado.estado === 'vigente' ? certificado.codigo_certificado : T.revoked
  return id_evaluacion === null ? 'Este módulo no tiene examen' : 'Aprueba el examen para obtenerlo'
}

/** A module: its grade with the badge, its certificate, or the exam that is still missing. */
export function ModuleRow({ module, place, course }: ModuleRowProps) {
  const earned = module.certificado?.estado === 'vigente'
  return (
    <li className={classes.row}>
      <IconTile icon={earned ? IconCertificate : IconCertificateOff} tone={earned ? 'good' : 'plain'} />
      <div className={classes.name}>
        <Title order={3}>
          {place + 1}. {module.nombre}
        </Title>
        <Text size="sm" c="dimmed">
          {stateText(module)}
        </Text>
      </div>
      <span className={classes.grade}>
        <GradeBadge percent={module.porcentaje} />
      </span>
      <div className={classes.actions}>
        <Actions module={module} course={course} />
      </div>
    </li>
  )
}
