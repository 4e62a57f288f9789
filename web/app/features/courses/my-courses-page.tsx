import { Button, SimpleGrid, Skeleton } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { Link } from 'react-router'
import { api } from '../../platform/api'
import { count } from '../../platform/format'
import { usePrefetch } from '../../platform/prefetch'
import type { ScreenHandle } from '../../platform/screen-handle'
import { useUser } from '../../platform/session'
import { CourseCard } from '../../ui/course-card'
import { PageHead } from '../../ui/page-head'
import { Loaded, State } from '../../ui/states'
import { T } from './texts'

const COLS = { base: 1, sm: 2, lg: 3 }
const SPACING = { base: 'md', md: 'lg' }
const EAGER = 3

function CoursesSkeleton() {
  return (
    <SimpleGrid cols={COLS} spacing={SPACING}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} h={390} radius="lg" />
      ))}
    </SimpleGrid>
  )
}

function NoCourses() {
  return (
    <State
      icon={IconBooks}
      title={T.emptyTitle}
      text={T.emptyText}
      action={
        <Button component={Link} to="/cursos" prefetch="intent" mt="xs">
          Explorar cursos
        </Button>
      }
    />
  )
}

export const handle: ScreenHandle = {
  first: [{ path: '/api/matriculas/usuario/{yo}' }],
}

/** The student's live enrolments; the server leaves out the expired ones (campus.md section 4). */
export default function MyCoursesPage() {
  const user = useUser()
  const prefetch = usePrefetch()
  const query = api.useQuery('get', '/api/matriculas/usuario/{id}', { params: { path: { id: String(user.id) } } })
  const mine = query.data?.data
  return (
    <>
      <PageHead title="Mis Cursos" lead={mine?.length ? count(mine.length, 'curso', 'cursos') : undefined} />
      <Loaded query={query} skeleton={<CoursesSkeleton />} errorTitle={T.coursesError}>
        {({ data }) =>
          data.length === 0 ? (
            <NoCourses />
          ) : (
            <SimpleGrid cols={COLS} spacing={SPACING}>
              {data.map((enrollment, index) => (
                <CourseCard
                  key={enrollment.id}
                  enrollment={enrollment}
                  eager={index < EAGER}
                  onIntent={() => prefetch.course(enrollment.curso.id)}
                />
              ))}
            </SimpleGrid>
          )
        }
      </Loaded>
    </>
  )
}
