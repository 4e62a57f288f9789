import type { Certificate } from '@campus/contract/certificates'
import { workload } from '@campus/contract/durations'
import { Text } from '../../ui/text'
import { Title } from '../../ui/title'
import { EarnedCertificate, ModulesLink } from './certificate-card'
import classes from './certificate-card.module.css'
import { PictureLink } from './certificate-picture'

type CardProps = {
  certificate: Certificate
  /** Whether nothing else on the page leads to the course's modules. */
  alone: boolean
  eager: boolean
}

/** A certificate of a course or of a module, each with the same means. */
export function EarnedCard({ certificate, alone, eager }: CardProps) {
  const { modulo, curso, enlace, imagen, estado, id_curso } = certificate
  const what = modulo ?? curso
  return (
    <li className={classes.card}>
      {estado === 'vigente' && (
        <div className={classes.preview}>
          <PictureLink
            imagen={imagen}
            sizes="(max-width: 640px) 86vw, 380px"
            eager={eager}
            to={enlace}
            name={`Ver el certificado de ${what}`}
          />
        </div>
      )}
      <div className={classes.words}>
        <div>
          <p className={classes.kind}>{modulo ? 'Certificado de módulo' : 'Certificado de curso'}</p>
          <Title order={3} className={classes.title}>
            {what}
          </Title>
          <Text small dimmed>
            {modulo ? curso : workload(certificate).join(' · ')}
          </Text>
        </div>
        <EarnedCertificate certificate={certificate} />
        {alone && <ModulesLink id={id_curso} curso={curso} />}
      </div>
    </li>
  )
}
