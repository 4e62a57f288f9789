import type { Enrollment } from '@campus/contract/learning'
import { IconBooks } from '@tabler/icons-react'
import { api } from '../../../lib/api'
import { usePrefetch } from '../../../lib/prefetch'
import { useUser } from '../../../lib/session'
import { LinkButton } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { Loaded } from '../../../ui/loaded'
import { PageHead } from '../../../ui/page-head'
import { Skeleton } from '../../../ui/skeleton'
import { Stack } from '../../../ui/stack'
import { Title } from '../../../ui/title'
import { ForumsDoor } from '../../forums/forums'
import { CourseCard, CourseGrid } from '../course-card'
import { enrolmentsWithMarks } from '../lesson-marks'
import { useLessonMarks } from '../own-marks'
import classes from './modules.module.css'
import { TEXTS } from './texts'

const EAGER = 3

function CoursesSkeleton() {
  return (
    <CourseGrid>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height={390} />
      ))}
    </CourseGrid>
  )
}

function NoCourses() {
  return (
    <EmptyState
      icon={IconBooks}
      title={TEXTS.emptyTitle}
      text={TEXTS.emptyText}
      action={
        <LinkButton to="/cursos" prefetch="intent" below>
          Explorar cursos
        </LinkButton>
      }
    />
  )
}

type GroupProps = { title: string; id: string; courses: Enrollment[]; eager: number; alone: boolean }

function Group({ title, id, courses, eager, alone }: GroupProps) {
  const prefetch = usePrefetch()
  if (courses.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} className={alone ? 'visually-hidden' : classes.group}>
        {title}
      </Title>
      <CourseGrid>
        {courses.map((enrollment, index) => (
          <CourseCard
            key={enrollment.id}
            enrollment={enrollment}
            order={3}
            eager={index < eager}
            main={id === 'en-curso' && index === 0}
            onIntent={() => prefetch.course(enrollment.curso.id)}
          />
        ))}
      </CourseGrid>
    </section>
  )
}

/** In the server's order, the last active first. */
function Groups({ courses }: { courses: Enrollment[] }) {
  const finished = courses.filter((course) => course.estado_avance === 'terminado')
  const current = courses.filter((course) => course.estado_avance !== 'terminado')
  return (
    <Stack gap="xl">
      <Group title="En curso" id="en-curso" courses={current} eager={EAGER} alone={finished.length === 0} />
      <Group
        title="Terminados"
        id="terminados"
        courses={finished}
        eager={current.length > 0 ? 0 : EAGER}
        alone={current.length === 0}
      />
      {/* What is new in them comes late. */}
      <ForumsDoor />
    </Stack>
  )
}

/** The server omits expired enrolments (docs/product/learning.md 1.6). */
export default function MyCoursesPage() {
  const user = useUser()
  const query = api.useQuery('get', '/api/matriculas/usuario/{id}', { params: { path: { id: String(user.id) } } })
  const marks = useLessonMarks()
  return (
    <>
      <PageHead title="Mis Cursos" />
      <Loaded query={query} skeleton={<CoursesSkeleton />} errorTitle={TEXTS.coursesError}>
        {({ data }) => (data.length === 0 ? <NoCourses /> : <Groups courses={enrolmentsWithMarks(data, marks)} />)}
      </Loaded>
    </>
  )
}
