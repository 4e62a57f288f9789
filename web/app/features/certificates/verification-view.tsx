import type { Verification } from '@campus/contract/certificates'
import { Button, Title } from '@mantine/core'
import {
  type Icon,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconClockPause,
  IconCloudOff,
  IconDownload,
  IconFileUnknown,
} from '@tabler/icons-react'
import { useRoot } from '../../platform/brand'
import { formatDay, formatDayOf, formatHours, formatNumber } from '../../platform/format'
import { useAddress } from '../../platform/use-address'
import { CopyLink } from '../../ui/copy-link'
import { PageHead } from '../../ui/page-head'
import { Sheet } from './sheet'
import { T } from './texts'
import classes from './verification.module.css'

/** Colours of the issuing brand, which need not be the page's. */
export type SheetColors = { ink: string; accent: string }

type Kind = 'valid' | 'revoked' | 'unknown' | 'busy' | 'away'

const VERDICTS: Record<Kind, { icon: Icon; tone: string; title: string; text: string }> = {
  valid: { icon: IconCircleCheckFilled, tone: 'good', title: T.valid, text: T.validText },
  revoked: { icon: IconCircleXFilled, tone: 'bad', title: T.revokedTitle, text: T.revokedText },
  unknown: { icon: IconFileUnknown, tone: 'plain', title: T.unavailable, text: T.unknownText },
  busy: { icon: IconClockPause, tone: 'wait', title: T.busyTitle, text: T.busyText },
  away: { icon: IconCloudOff, tone: 'plain', title: T.awayTitle, text: T.awayText },
}

/** What can be said of a code, large and clear. */
export function Verdict({ kind, code }: { kind: Kind; code: string }) {
  const { icon: Drawing, tone, title, text } = VERDICTS[kind]
  return (
    <header className={classes.verdict} data-tone={tone}>
      <Drawing size={56} stroke={1.5} aria-hidden />
      <div>
        <PageHead title={title} flush lead={text} />
        <p className={classes.code}>{code}</p>
      </div>
    </header>
  )
}

function factsOf(certificate: Verification): [name: string, value: string][] {
  const { alumno, curso, modulo, horas, nota, nombre_cliente, fecha_revocacion } = certificate
  return [
    ...(fecha_revocacion ? [['Revocado el', formatDayOf(fecha_revocacion)] as [string, string]] : []),
    ['Otorgado a', alumno],
    ['Curso', curso],
    ...(modulo ? [['Módulo', modulo] as [string, string]] : []),
    ...(horas > 0 ? [['Duración', formatHours(horas)] as [string, string]] : []),
    ['Inicio', formatDay(certificate.CursofechaInicio)],
    ['Término', formatDay(certificate.CursofechaFin)],
    ['Calificación', `${formatNumber(nota)} %`],
    ['Emitido por', nombre_cliente],
    ['Fecha de emisión', formatDayOf(certificate.fecha_emision)],
  ]
}

function Document({ certificate, colors }: { certificate: Verification; colors: SheetColors | undefined }) {
  const { brands, brand } = useRoot()
  const address = useAddress(`/certificado/${certificate.codigo_certificado}`)
  const issuer = brands.find((candidate) => candidate.id === certificate.id_cliente)
  const sheet = {
    ...certificate,
    fecha_inicio: certificate.CursofechaInicio,
    fecha_fin: certificate.CursofechaFin,
  }
  return (
    <section className={classes.document} aria-label="Documento">
      <Sheet
        data={sheet}
        brand={issuer ?? { ...brand, nombre: certificate.nombre_cliente, razon_social: '', isotipo: null }}
        colors={colors}
      />
      <div className={classes.actions}>
        <Button
          component="a"
          href={`/api/certificados/${certificate.codigo_certificado}/pdf`}
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {T.download}
        </Button>
        <CopyLink address={address} />
      </div>
      <p className={classes.address}>{address}</p>
    </section>
  )
}

/** A certificate that exists: in force with its document, or revoked with the facts alone. */
export function VerdictFacts({ certificate, colors }: { certificate: Verification; colors: SheetColors | undefined }) {
  const valid = certificate.estado === 'vigente'
  return (
    <>
      <Verdict kind={valid ? 'valid' : 'revoked'} code={certificate.codigo_certificado} />
      <div className={classes.columns}>
        <section aria-labelledby="datos" className={classes.facts}>
          <Title order={2} id="datos" mb="md">
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
        {valid && <Document certificate={certificate} colors={colors} />}
      </div>
      <a href="/certificado" className={classes.another}>
        Verificar otro certificado
      </a>
    </>
  )
}
