import type { Verification } from '@campus/contract/certificates'
import { workload } from '@campus/contract/durations'
import {
  type Icon,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconClockPause,
  IconCloudOff,
  IconDownload,
  IconFileUnknown,
} from '@tabler/icons-react'
import { useBrand } from '../../lib/brand'
import { formatDay, formatDayOf, formatNumber } from '../../lib/format'
import { useSession } from '../../lib/session'
import { siteOf } from '../../lib/site'
import { AnchorButton } from '../../ui/button'
import { CopyLink } from '../../ui/copy-link'
import { OtherBrand } from '../../ui/other-brand'
import { PageHead } from '../../ui/page-head'
import { Panel } from '../../ui/panel'
import { Title } from '../../ui/title'
import { CertificatePicture } from './certificate-picture'
import print from './print.module.css'
import { TEXTS } from './texts'
import classes from './verification.module.css'

type Kind = 'valid' | 'revoked' | 'unknown' | 'busy' | 'unavailable'

const RESULTS: Record<Kind, { icon: Icon; tone: string; title: string; text: string }> = {
  valid: { icon: IconCircleCheckFilled, tone: 'good', title: TEXTS.valid, text: TEXTS.validText },
  revoked: { icon: IconCircleXFilled, tone: 'bad', title: TEXTS.revokedTitle, text: TEXTS.revokedText },
  unknown: { icon: IconFileUnknown, tone: 'plain', title: TEXTS.unavailable, text: TEXTS.unknownText },
  busy: { icon: IconClockPause, tone: 'wait', title: TEXTS.busyTitle, text: TEXTS.busyText },
  unavailable: { icon: IconCloudOff, tone: 'plain', title: TEXTS.awayTitle, text: TEXTS.awayText },
}

export function VerificationResult({ kind, code }: { kind: Kind; code: string }) {
  const { icon: Drawing, tone, title, text } = RESULTS[kind]
  return (
    <header className={classes.result} data-tone={tone}>
      <Drawing size={56} stroke={1.5} aria-hidden />
      <div>
        <PageHead title={title} flush lead={text} />
        <p className={classes.code}>{code}</p>
      </div>
    </header>
  )
}

function factsOf(certificate: Verification): [name: string, value: string][] {
  const { alumno, profesion, curso, modulo, nota, nombre_cliente, fecha_revocacion } = certificate
  return [
    ...(fecha_revocacion ? [['Revocado el', formatDayOf(fecha_revocacion)] as [string, string]] : []),
    ['Otorgado a', alumno],
    ...(profesion ? [['Profesión', profesion] as [string, string]] : []),
    ['Curso', curso],
    ...(modulo ? [['Módulo', modulo] as [string, string]] : []),
    ...workload(certificate).map((value, at): [string, string] => [at === 0 ? 'Duración' : 'Contenido', value]),
    ['Inicio', formatDay(certificate.CursofechaInicio)],
    ['Término', formatDay(certificate.CursofechaFin)],
    ['Calificación', `${formatNumber(nota)} %`],
    ['Emitido por', nombre_cliente],
    ['Fecha de emisión', formatDayOf(certificate.fecha_emision)],
  ]
}

function Document({ certificate }: { certificate: Verification }) {
  const api = `/api/certificados/${certificate.codigo_certificado}`
  const address = siteOf(useBrand()).page(`/certificado/${certificate.codigo_certificado}`)
  return (
    <section className={classes.document} aria-label="Documento">
      <div className={print.sheet}>
        <CertificatePicture
          imagen={`${api}/imagen`}
          alt={`Certificado de ${certificate.alumno}: ${certificate.modulo ?? certificate.curso}`}
          sizes="(max-width: 991px) 92vw, 640px"
          eager
        />
      </div>
      <div className={classes.actions}>
        <AnchorButton href={`${api}/pdf`} leftSection={<IconDownload size={18} aria-hidden />}>
          {TEXTS.download}
        </AnchorButton>
        <CopyLink address={address} />
      </div>
      <p className={classes.address}>{address}</p>
    </section>
  )
}

/** Not where the issuer is no more, and the page another's. */
function OfOtherBrand({ issuer }: { issuer: number }) {
  const own = useSession()?.user.id_cliente
  const { id } = useBrand()
  if (own === undefined || own === issuer || id !== issuer) return null
  return (
    <Panel>
      <OtherBrand own={own} page="certificado" />
    </Panel>
  )
}

/** A revoked certificate shows its facts without the document. */
export function CertificateFacts({ certificate }: { certificate: Verification }) {
  const valid = certificate.estado === 'vigente'
  return (
    <>
      <VerificationResult kind={valid ? 'valid' : 'revoked'} code={certificate.codigo_certificado} />
      <OfOtherBrand issuer={certificate.id_cliente} />
      <div className={classes.columns}>
        <section aria-labelledby="datos" className={classes.facts}>
          <Title order={2} id="datos">
            Datos del certificado
          </Title>
          <dl>
            {factsOf(certificate).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
        {valid && <Document certificate={certificate} />}
      </div>
      <a href="/certificado" className={classes.another}>
        Verificar otro certificado
      </a>
    </>
  )
}
