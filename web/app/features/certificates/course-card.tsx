import type { Certificate, CourseCertificates } from '@campus/contract/certificates'
import { Button, Text, Title } from '@mantine/core'
import { IconArrowRight, IconCertificate, IconCircleDashed, IconLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useBrand } from '../../platform/brand'
import { count, formatDate, formatHours } from '../../platform/format'
import { modulesPath } from '../../platform/paths'
import { GradeBadge } from '../../ui/grade-badge'
import { Tag } from '../../ui/tag'
import classes from './course-card.module.css'
import { ShareBar } from './share-bar'
import { SheetLink } from './sheet'
import { T } from './texts'

/** What is still missing for a certificate, in the server's plain words. */
export function Missing({ faltan }: { faltan: string[] }) {
  return (
    <ul className={classes.missing} aria-label={T.missing}>
      {faltan.map((what) => (
        <li key={what}>
          <IconCircleDashed size={20} stroke={1.8} aria-hidden />
          <span>{what}</span>
        </li>
      ))}
    </ul>
  )
}

/** An earned certificate: its grade and date, and what can be done with it. */
export function Earned({ certificate }: { certificate: Certificate }) {
  const brand = useBrand()
  const inForce = certificate.estado === 'vigente'
  return (
    <>
      <div className={classes.facts}>
        {inForce ? (
          <GradeBadge percent={certificate.nota} />
        ) : (
          <Tag icon={IconLock} tone="bad">
            {T.revoked}
          </Tag>
        )}
        <Text size="sm" c="dimmed">
          Emitido el {formatDate(certificate.fecha_emision)}
        </Text>
      </div>
      {inForce ? (
        <ShareBar certificate={certificate} marca={brand.nombre} />
      ) : (
        <Text size="sm">
          {T.revokedNote(formatDate(certificate.fecha_revocacion ?? ''), certificate.motivo_revocacion ?? '')}
        </Text>
      )}
    </>
  )
}

function Preview({ certificate }: { certificate: Certificate }) {
  const brand = useBrand()
  return (
    <div className={classes.preview}>
      <SheetLink
        data={certificate}
        brand={brand}
        to={certificate.enlace}
        name={`Ver el certificado de ${certificate.curso}`}
      />
    </div>
  )
}

/** The place where the document will be. */
function Blank() {
  return (
    <div className={classes.blank} aria-hidden="true">
      <IconCertificate size={56} stroke={1.2} />
    </div>
  )
}

/** A course on the page of certificates: the document that was earned, or the way to it. */
export function CourseCard({ course }: { course: CourseCertificates }) {
  const { certificado, faltan, modulos } = course
  const earned = modulos.filter((module) => module.certificado).length
  return (
    <li className={classes.card}>
      {certificado ? <Preview certificate={certificado} /> : <Blank />}
      <div className={classes.words}>
        <div>
          <Title order={2} className={classes.title}>
            {course.curso}
          </Title>
          <Text size="sm" c="dimmed">
            {formatHours(course.horas)} · {earned} de{' '}
            {count(modulos.length, 'módulo certificado', 'módulos certificados')}
          </Text>
        </div>
        {certificado ? <Earned certificate={certificado} /> : <Missing faltan={faltan} />}
        <div className={classes.links}>
          <Button
            component={Link}
            to={`/certificado-modulo/${course.id_curso}`}
            variant="subtle"
            rightSection={<IconArrowRight size={18} aria-hidden />}
            aria-label={`Certificados por módulo de ${course.curso}`}
          >
            Por módulo
          </Button>
          {!certificado && (
            <Button
              component={Link}
              to={modulesPath(course.id_curso)}
              variant="light"
              aria-label={`Ir al curso ${course.curso}`}
            >
              Ir al curso
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}
