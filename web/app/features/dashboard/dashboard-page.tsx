import type { Dashboard } from '@campus/contract/learning'
import { Anchor, Button, Group, SimpleGrid, Stack, Title } from '@mantine/core'
import { IconCompass } from '@tabler/icons-react'
import { Link } from 'react-router'
import { api } from '../../platform/api'
import type { ScreenHandle } from '../../platform/screen-handle'
import { useUser } from '../../platform/session'
import { Banners, bannersOf } from '../../ui/banners'
import { CourseCard } from '../../ui/course-card'
import { PageHead } from '../../ui/page-head'
import { Panel } from '../../ui/panel'
import { Loaded, State } from '../../ui/states'
import { ContinueCard, HERO_SIZES } from './continue-card'
import { Counters } from './counters'
import classes from './dashboard.module.css'
import { DashboardSkeleton } from './dashboard-skeleton'
import { NextSession } from './next-session'
import { QuickLinks } from './quick-links'
import { T } from './texts'

/** Most courses shown here; the rest are one link away. */
const SHOWN = 6

function Courses({ courses }: { courses: Dashboard['cursos'] }) {
  return (
    <section aria-labelledby="mis-cursos">
      <Group justify="space-between" mb="md">
        <Title order={2} id="mis-cursos">
          Tus cursos
        </Title>
        <Anchor component={Link} to="/miscursos" prefetch="intent" fw={600} className={classes.more}>
          Ver Mis Cursos
        </Anchor>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing={{ base: 'md', md: 'lg' }}>
        {courses.slice(0, SHOWN).map((enrollment) => (
          <CourseCard key={enrollment.id} enrollment={enrollment} order={3} />
        ))}
      </SimpleGrid>
    </section>
  )
}

function NoCourses() {
  return (
    <Panel>
      <State
        icon={IconCompass}
        title={T.emptyTitle}
        text={T.emptyText}
        action={
          <Group justify="center" mt="xs">
            <Button component={Link} to="/cursos" prefetch="intent">
              Explorar cursos
            </Button>
            <Button component={Link} to="/soporte" variant="default">
              Pedir ayuda
            </Button>
          </Group>
        }
      />
    </Panel>
  )
}

function Content({ inicio }: { inicio: Dashboard }) {
  const enrolled = inicio.cursos.length > 0
  const banners = bannersOf(inicio.botones)
  return (
    <Stack gap="xl">
      <div className={classes.top}>
        {enrolled ? <ContinueCard inicio={inicio} /> : <NoCourses />}
        <div className={classes.side}>
          <Counters courses={inicio.cursos_matriculados} certificates={inicio.certificados_obtenidos} />
          <NextSession session={inicio.proxima_sesion} />
        </div>
      </div>
      {banners.length > 0 && <Banners banners={banners} sizes="(max-width: 1200px) 96vw, 1160px" />}
      <QuickLinks settings={inicio.botones} />
      {enrolled && <Courses courses={inicio.cursos} />}
    </Stack>
  )
}

export const handle: ScreenHandle = {
  first: [
    {
      path: '/api/inicio',
      picture: {
        of: ({ data }) =>
          data.cursos.find(({ curso }: Dashboard['cursos'][number]) => curso.id === data.continuar?.id_curso)?.curso
            .imagen,
        sizes: HERO_SIZES,
      },
    },
  ],
}

/** The student's first screen: where they were, what comes next, how far they are. */
export default function DashboardPage() {
  const user = useUser()
  const query = api.useQuery('get', '/api/inicio')
  return (
    <>
      <PageHead title={`Hola, ${user.nombres.split(' ')[0]}`} documentTitle="Inicio" />
      <Loaded query={query} skeleton={<DashboardSkeleton />} errorTitle={T.error}>
        {({ data }) => <Content inicio={data} />}
      </Loaded>
    </>
  )
}
