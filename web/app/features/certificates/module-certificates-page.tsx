import type { CourseCertificates } from '@campus/contract/certificates'
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCertificate, IconPlayerPlay } from '@tabler/icons-react'
import { Link, useParams } from 'react-router'
import { api } from '../../platform/api'
import { useBrand } from '../../platform/brand'
import { formatHours } from '../../platform/format'
import { modulesPath } from '../../platform/paths'
import { Crumbs } from '../../ui/crumbs'
import { PageHead } from '../../ui/page-head'
import { Panel } from '../../ui/panel'
import { NoEnrolment, NotHere, refusalOf } from '../../ui/refusal'
import { Loaded, State } from '../../ui/states'
import { Earned, Missing } from './course-card'
import { ModuleRow } from './module-row'
import classes from './modules.module.css'
import { SheetLink } from './sheet'
import { T } from './texts'

const skeleton = (
  <Stack gap="md">
    <Skeleton height={40} width="min(420px, 90%)" />
    <Skeleton height={280} radius="lg" />
    <Skeleton height={84} radius="lg" />
    <Skeleton height={84} radius="lg" />
  </Stack>
)

/** The course's own certificate, above its modules'. */
function Whole({ course }: { course: CourseCertificates }) {
  const brand = useBrand()
  const { certificado, faltan } = course
  return (
    <section className={classes.whole} aria-labelledby="del-curso">
      {certificado && (
        <div className={classes.sheet}>
          <SheetLink
            data={certificado}
            brand={brand}
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
          <Earned certificate={certificado} />
        ) : (
          <>
            <Text fw={600}>{T.missing}</Text>
            <Missing faltan={faltan} />
            <Button
              component={Link}
              to={modulesPath(course.id_curso)}
              leftSection={<IconPlayerPlay size={18} aria-hidden />}
              className={classes.go}
            >
              Seguir con el curso
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

/** The certificates of a course, module by module (route CertificadoporModulo). */
export default function ModuleCertificatesPage() {
  const { id_curso = '' } = useParams()
  const query = api.useQuery('get', '/api/certificados/curso/{id}', { params: { path: { id: id_curso } } })
  const refusal = query.data ? null : refusalOf(query.error)
  if (refusal === 'not-here') return <NotHere what="este curso" />
  if (refusal === 'no-enrolment') return <NoEnrolment course={id_curso} />
  return (
    <>
      {!query.data && <PageHead title="Certificados por módulo" hidden />}
      <Loaded query={query} skeleton={skeleton} errorTitle={T.loadError}>
        {({ data }) => (
          <>
            <Crumbs items={[{ text: T.title, to: '/miscertificados' }, { text: data.curso }]} />
            <PageHead
              title={data.curso}
              documentTitle={`Certificados de ${data.curso}`}
              lead={formatHours(data.horas)}
            />
            <Whole course={data} />
            <section aria-labelledby="por-modulo">
              <Title order={2} id="por-modulo" mb="md">
                Por módulo
              </Title>
              {data.modulos.length === 0 ? (
                <Panel>
                  <State icon={IconCertificate} title="Este curso todavía no tiene módulos" />
                </Panel>
              ) : (
                <ol className={classes.rows}>
                  {data.modulos.map((module, place) => (
                    <ModuleRow key={module.id_modulo} module={module} place={place} course={data.id_curso} />
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
