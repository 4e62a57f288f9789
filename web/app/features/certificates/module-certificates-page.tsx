import type { CourseCertificates } from '@campus/contract/certificates'
import { academicHours } from '@campus/contract/durations'
import { IconCertificate, IconPlayerPlay } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { api } from '../../lib/api'
import { modulesPath } from '../../lib/paths'
import { accessDenial, ContentNotFound, NoEnrolment } from '../../ui/access-denied'
import { Breadcrumbs } from '../../ui/breadcrumbs'
import { LinkButton } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { Panel } from '../../ui/panel'
import { Skeleton } from '../../ui/skeleton'
import { Stack } from '../../ui/stack'
import { Title } from '../../ui/title'
import { EarnedCertificate, MissingRequirements } from './certificate-card'
import { PictureLink } from './certificate-picture'
import { ModuleRow } from './module-row'
import classes from './modules.module.css'
import { TEXTS } from './texts'

const skeleton = (
  <Stack>
    <Skeleton height={40} width="min(420px, 90%)" />
    <Skeleton height={280} />
    <Skeleton height={84} />
    <Skeleton height={84} />
  </Stack>
)

function CourseCertificate({ course }: { course: CourseCertificates }) {
  const { certificado, faltan } = course
  return (
    <section className={classes.whole} aria-labelledby="del-curso">
      {certificado?.estado === 'vigente' && (
        <div className={classes.sheet}>
          <PictureLink
            imagen={certificado.imagen}
            sizes="(max-width: 991px) 86vw, 480px"
            eager
            to={certificado.enlace}
            name={`Ver el certificado de ${course.curso}`}
          />
        </div>
      )}
      <div className={classes.words}>
        <Title order={2} id="del-curso">
          Certificado del curso
        </Title>
        {certificado ? (
          <EarnedCertificate certificate={certificado} />
        ) : (
          <>
            <strong>{TEXTS.missing}</strong>
            <MissingRequirements faltan={faltan} />
            {course.progreso && (
              <LinkButton
                to={modulesPath(course.id_curso)}
                leftSection={<IconPlayerPlay size={18} aria-hidden />}
                className={classes.go}
              >
                Seguir con el curso
              </LinkButton>
            )}
          </>
        )}
      </div>
    </section>
  )
}

export default function ModuleCertificatesPage() {
  const { id_curso = '' } = useParams()
  const query = api.useQuery('get', '/api/certificados/curso/{id}', { params: { path: { id: id_curso } } })
  const denial = query.data ? null : accessDenial(query.error)
  if (denial === 'not-found') return <ContentNotFound what="este curso" />
  if (denial === 'no-enrolment') return <NoEnrolment course={id_curso} error={query.error} />
  return (
    <>
      {!query.data && <PageHead title="Certificados por módulo" hidden />}
      <Loaded query={query} skeleton={skeleton} errorTitle={TEXTS.loadError}>
        {({ data }) => (
          <>
            <Breadcrumbs items={[{ text: TEXTS.title, to: '/miscertificados' }, { text: data.curso }]} />
            <PageHead
              title={data.curso}
              documentTitle={`Certificados de ${data.curso}`}
              lead={academicHours(data.horas)}
            />
            <CourseCertificate course={data} />
            <section aria-labelledby="por-modulo">
              <Title order={2} id="por-modulo" className={classes.heading}>
                Por módulo
              </Title>
              {data.modulos.length === 0 ? (
                <Panel>
                  <EmptyState icon={IconCertificate} title="Este curso todavía no tiene módulos" />
                </Panel>
              ) : (
                <ol className={classes.rows}>
                  {data.modulos.map((module, place) => (
                    <ModuleRow key={module.id_modulo} module={module} place={place} course={data} />
                  ))}
                </ol>
              )}
            </section>
          </>
        )}
      </Loaded>
    </>
  )
}
