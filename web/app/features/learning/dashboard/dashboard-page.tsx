import type { Dashboard } from '@campus/contract/learning'
import { isolate, quoted } from '@campus/contract/texts'
import { IconAlertTriangle, IconCompass } from '@tabler/icons-react'
import { Link } from 'react-router'
import { api } from '../../../lib/api'
import { bannersOf } from '../../../lib/banners'
import { useUser } from '../../../lib/session'
import { Alert } from '../../../ui/alert'
import { Banners } from '../../../ui/banners'
import { LinkButton } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { Late } from '../../../ui/late'
import { Loaded } from '../../../ui/loaded'
import { PageHead } from '../../../ui/page-head'
import { Panel } from '../../../ui/panel'
import { Group, Stack } from '../../../ui/stack'
import { Title } from '../../../ui/title'
import { SuggestedCourses } from '../../catalogue/catalogue'
import { ForumsDoor } from '../../forums/forums'
import { CourseCard, CourseGrid } from '../course-card'
import { dashboardWithMarks } from '../lesson-marks'
import { useLessonMarks } from '../own-marks'
import { ContinueCard } from './continue-card'
import { Counters } from './counters'
import classes from './dashboard.module.css'
import { DashboardSkeleton } from './dashboard-skeleton'
import { NextSession } from './next-session'
import { QuickLinks } from './quick-links'
import { TEXTS } from './texts'
import { WeekCard } from './week-card'

/** *Mis Cursos* has the rest. */
const MAX_COURSES = 6

function Courses({ courses }: { courses: Dashboard['cursos'] }) {
  return (
    <section aria-labelledby="mis-cursos">
      <Group justify="between" className={classes.head}>
        <Title order={2} id="mis-cursos">
          Tus cursos
        </Title>
        <Link to="/miscursos" prefetch="intent" className={classes.more}>
          Ver mis cursos
        </Link>
      </Group>
      <CourseGrid>
        {courses.slice(0, MAX_COURSES).map((enrollment) => (
          <CourseCard key={enrollment.id} enrollment={enrollment} order={3} brief />
        ))}
      </CourseGrid>
    </section>
  )
}

function NoCourses() {
  return (
    <Panel>
      <EmptyState
        icon={IconCompass}
        title={TEXTS.emptyTitle}
        text={TEXTS.emptyText}
        action={
          <Group justify="center" className={classes.acts}>
            <LinkButton to="/cursos" prefetch="intent">
              Explorar cursos
            </LinkButton>
            <LinkButton to="/soporte" variant="default">
              Pedir ayuda
            </LinkButton>
          </Group>
        }
      />
    </Panel>
  )
}

/** Courses that an overdue instalment suspended. */
function Paused({ courses }: { courses: string[] }) {
  const names = new Intl.ListFormat('es').format(courses.map(quoted))
  return (
    <Alert color="yellow" role="note" icon={<IconAlertTriangle aria-hidden />} title={`En pausa: ${names}`}>
      Falta pagar una cuota. <Link to="/compras">Pagar la cuota</Link>
    </Alert>
  )
}

function Content({ inicio, onReload }: { inicio: Dashboard; onReload: () => void }) {
  const enrolled = inicio.cursos.length > 0
  const banners = bannersOf(inicio.botones)
  const paused = inicio.en_pausa.length > 0 ? <Paused courses={inicio.en_pausa} /> : null
  return (
    <Stack gap="lg">
      {enrolled && paused}
      <div className={classes.top}>
        {enrolled ? <ContinueCard inicio={inicio} /> : (paused ?? <NoCourses />)}
        <div className={classes.side}>
          <Counters courses={inicio.cursos_matriculados} certificates={inicio.certificados_obtenidos} />
          {banners.length > 0 && <Banners banners={banners} sizes="(max-width: 599px) 92vw, 457px" />}
        </div>
      </div>
      <QuickLinks settings={inicio.botones} />
      {enrolled ? (
        <Courses courses={inicio.cursos} />
      ) : (
        <Late failed={null}>
          <SuggestedCourses />
        </Late>
      )}
      <div className={classes.rest}>
        <NextSession session={inicio.proxima_sesion} onOver={onReload} />
        {enrolled && inicio.ritmo && <WeekCard ritmo={inicio.ritmo} />}
      </div>
      {/* What is new in them comes late. */}
      {enrolled && <ForumsDoor />}
    </Stack>
  )
}

export default function DashboardPage() {
  const user = useUser()
  const query = api.useQuery('get', '/api/inicio')
  const marks = useLessonMarks()
  return (
    <>
      <PageHead title={`Hola, ${isolate(user.nombres.split(' ')[0] ?? '')}`} documentTitle="Inicio" />
      <Loaded query={query} skeleton={<DashboardSkeleton />} errorTitle={TEXTS.error}>
        {({ data }) => <Content inicio={dashboardWithMarks(data, marks)} onReload={query.refetch} />}
      </Loaded>
    </>
  )
}
