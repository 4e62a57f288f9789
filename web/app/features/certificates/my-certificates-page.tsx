import type { Certificate, CourseCertificates } from '@campus/contract/certificates'
import { IconCertificate } from '@tabler/icons-react'
import { api } from '../../lib/api'
import { LinkButton } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { Skeleton } from '../../ui/skeleton'
import { Stack } from '../../ui/stack'
import { Title } from '../../ui/title'
import classes from './certificate-card.module.css'
import { EarnedCard } from './earned-card'
import { TEXTS } from './texts'
import { ToEarn } from './to-earn'

const skeleton = (
  <div className={classes.grid}>
    {[1, 2, 3].map((card) => (
      <Skeleton key={card} height={440} />
    ))}
  </div>
)

/** Of courses and modules in one list, the newest first. */
function earnedIn(courses: CourseCertificates[]): Certificate[] {
  return courses
    .flatMap(({ certificado, modulos }) => [certificado, ...modulos.map((module) => module.certificado)])
    .filter((certificate) => certificate !== null)
    .toSorted((a, b) => b.fecha_emision.localeCompare(a.fecha_emision) || b.id - a.id)
}

/** With an enrolment that goes on and an exam that gives it. */
const isObtainable = ({ certificado, certifica, progreso }: CourseCertificates): boolean =>
  certificado === null && certifica && progreso !== null

function Certificates({ courses }: { courses: CourseCertificates[] }) {
  const earned = earnedIn(courses)
  const missing = courses.filter(isObtainable)
  const listed = new Set(
    [...missing, ...earned.filter(({ modulo }) => modulo === null)].map(({ id_curso }) => id_curso),
  )
  return (
    <Stack gap="xl">
      {earned.length > 0 && (
        <section aria-labelledby="obtenidos">
          <Title order={2} id="obtenidos" className={classes.heading}>
            Obtenidos
          </Title>
          <ul className={classes.grid}>
            {earned.map((certificate, at) => (
              <EarnedCard
                key={certificate.id}
                certificate={certificate}
                alone={certificate.modulo === null || !listed.has(certificate.id_curso)}
                eager={at < 3}
              />
            ))}
          </ul>
        </section>
      )}
      {missing.length > 0 && (
        <section aria-labelledby="por-obtener">
          <Title order={2} id="por-obtener" className={classes.heading}>
            Por obtener
          </Title>
          <ul className={classes.rows}>
            {missing.map((course) => (
              <ToEarn key={course.id_curso} course={course} />
            ))}
          </ul>
        </section>
      )}
    </Stack>
  )
}

export default function MyCertificatesPage() {
  const query = api.useQuery('get', '/api/certificados/cursos')
  return (
    <>
      <PageHead title={TEXTS.title} />
      <Loaded query={query} skeleton={skeleton} errorTitle={TEXTS.loadError}>
        {({ data }) =>
          earnedIn(data).length === 0 && !data.some(isObtainable) ? (
            <EmptyState
              icon={IconCertificate}
              title={TEXTS.emptyTitle}
              text={TEXTS.emptyText}
              action={
                data.length > 0 ? (
                  <LinkButton to="/miscursos">Ir a mis cursos</LinkButton>
                ) : (
                  <LinkButton to="/cursos">Ver cursos</LinkButton>
                )
              }
            />
          ) : (
            <Certificates courses={data} />
          )
        }
      </Loaded>
    </>
  )
}
