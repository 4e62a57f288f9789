import { Button, SimpleGrid, Skeleton } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import { Link } from 'react-router'
import { api } from '../../platform/api'
import { count } from '../../platform/format'
import { PageHead } from '../../ui/page-head'
import { Loaded, State } from '../../ui/states'
import { CourseCard } from './course-card'
import classes from './course-card.module.css'
import { T } from './texts'

const skeleton = (
  <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }} spacing="lg">
    {[1, 2, 3].map((card) => (
      <Skeleton key={card} height={440} radius="lg" />
    ))}
  </SimpleGrid>
)

/** The student's certificates, course by course: what was earned, and what is still missing. */
export default function MyCertificatesPage() {
  const query = api.useQuery('get', '/api/certificados/cursos')
  const courses = query.data?.data ?? []
  const earned = courses.filter((course) => course.certificado).length
  const modules = courses.flatMap((course) => course.modulos).filter((module) => module.certificado).length
  const lead = `${count(earned, 'certificado de curso', 'certificados de curso')} y ${count(modules, 'de módulo', 'de módulos')}`
  return (
    <>
      <PageHead title={T.title} lead={courses.length > 0 ? lead : undefined} />
      <Loaded query={query} skeleton={skeleton} errorTitle={T.loadError}>
        {({ data }) =>
          data.length === 0 ? (
            <State
              icon={IconCertificate}
              title={T.emptyTitle}
              text={T.emptyText}
              action={
                <Button component={Link} to="/miscursos">
                  Ir a Mis Cursos
                </Button>
              }
            />
          ) : (
            <ul className={classes.grid}>
              {data
                .toSorted((a, b) => Number(b.certificado !== null) - Number(a.certificado !== null))
                .map((course) => (
                  <CourseCard key={course.id_curso} course={course} />
                ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}
