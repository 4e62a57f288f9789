import type { CourseCertificates } from '@campus/contract/certificates'
import { count } from '../../lib/format'
import { modulesPath, piecePath, supportPath } from '../../lib/paths'
import { LinkButton } from '../../ui/button'
import { Text } from '../../ui/text'
import { Title } from '../../ui/title'
import { MissingRequirements, ModulesLink } from './certificate-card'
import classes from './certificate-card.module.css'
import { TEXTS } from './texts'

function Action({ course }: { course: CourseCertificates }) {
  const { curso, id_curso, siguiente, sin_intentos } = course
  const [exhausted] = sin_intentos
  if (exhausted)
    return (
      <LinkButton
        to={supportPath(TEXTS.attemptRequest(exhausted, curso), 'evaluacion')}
        variant="light"
        aria-label={`Pedir otro intento de ${exhausted}, ${curso}`}
      >
        {TEXTS.askAttempt}
      </LinkButton>
    )
  return (
    <LinkButton
      to={siguiente ? piecePath(siguiente) : modulesPath(id_curso)}
      variant="light"
      aria-label={`Seguir con el curso ${curso}`}
    >
      Seguir
    </LinkButton>
  )
}

/** A course whose certificate is still to earn, in one row. */
export function ToEarn({ course }: { course: CourseCertificates }) {
  const { curso, id_curso, faltan, modulos, progreso, sin_intentos } = course
  const needed = modulos.filter((module) => !module.retirado)
  const earned = needed.filter((module) => module.certificado).length
  const studied = progreso ? `${progreso.porcentaje} % del curso · ` : ''
  return (
    <li className={classes.row}>
      <div className={classes.rowWords}>
        <Title order={3} className={classes.title}>
          {curso}
        </Title>
        <Text small dimmed>
          {`${studied}${earned} de ${count(needed.length, 'módulo certificado', 'módulos certificados')}`}
        </Text>
        <MissingRequirements faltan={faltan} />
        {sin_intentos.length > 0 && <Text small>{TEXTS.noAttempts(sin_intentos.join(', '))}</Text>}
      </div>
      <div className={classes.rowActions}>
        <ModulesLink id={id_curso} curso={curso} />
        {progreso && <Action course={course} />}
      </div>
    </li>
  )
}
