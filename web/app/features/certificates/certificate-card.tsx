import type { Certificate } from '@campus/contract/certificates'
import { IconArrowRight, IconCircleDashed, IconLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatDate } from '../../lib/format'
import { GradeBadge } from '../../ui/grade-badge'
import { Tag } from '../../ui/tag'
import classes from './certificate-card.module.css'
import { ShareBar } from './share-bar'
import { TEXTS } from './texts'

/** What is missing, in the server's words. */
export function MissingRequirements({ faltan }: { faltan: string[] }) {
  return (
    <ul className={classes.missing} aria-label={TEXTS.missing}>
      {faltan.map((what) => (
        <li key={what}>
          <IconCircleDashed size={20} stroke={1.8} aria-hidden />
          <span>{what}</span>
        </li>
      ))}
    </ul>
  )
}

export function ModulesLink({ id, curso }: { id: number; curso: string }) {
  return (
    <Link to={`/certificado-modulo/${id}`} className={classes.more} aria-label={`Certificados por módulo de ${curso}`}>
      Por módulo
      <IconArrowRight size={18} aria-hidden />
    </Link>
  )
}

export function EarnedCertificate({ certificate }: { certificate: Certificate }) {
  const inForce = certificate.estado === 'vigente'
  return (
    <>
      <div className={classes.facts}>
        {inForce ? (
          <GradeBadge exam={{ porcentaje: certificate.nota }} />
        ) : (
          <Tag icon={IconLock} tone="bad">
            {TEXTS.revoked}
          </Tag>
        )}
        <p className={classes.issued}>{`Emitido el ${formatDate(certificate.fecha_emision)}`}</p>
      </div>
      {inForce ? (
        <ShareBar certificate={certificate} />
      ) : (
        <p className={classes.note}>
          {TEXTS.revokedNote(formatDate(certificate.fecha_revocacion ?? ''), certificate.motivo_revocacion ?? '')}
        </p>
      )}
    </>
  )
}
