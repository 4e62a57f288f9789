import type { DetailedLesson } from '@campus/contract/learning'
import { Stack } from '@mantine/core'
import { IconClock, IconFolder } from '@tabler/icons-react'
import { Outlet, useParams } from 'react-router'
import { api } from '../../platform/api'
import { modulesPath } from '../../platform/paths'
import { usePresent } from '../../platform/present'
import type { ScreenHandle } from '../../platform/screen-handle'
import { Crumbs } from '../../ui/crumbs'
import { Html } from '../../ui/html'
import { PageHead } from '../../ui/page-head'
import { Panel } from '../../ui/panel'
import { NoEnrolment, NotHere, refusalOf } from '../../ui/refusal'
import { Loaded } from '../../ui/states'
import { Attendance, Completion } from './attendance'
import classes from './lesson.module.css'
import { LessonList } from './lesson-list'
import { LessonSkeleton } from './lesson-skeleton'
import { Materials } from './materials'
import { ModuleExtras } from './module-extras'
import { Neighbours } from './neighbours'
import { Sessions } from './sessions'
import { T } from './texts'
import { LessonVideo } from './video'

/** Signed addresses of materials live for some minutes: they are renewed before they die. */
const RENEW_MS = 240_000

function Head({ lesson }: { lesson: DetailedLesson }) {
  return (
    <header className={classes.head}>
      <PageHead title={lesson.titulo} flush />
      <div className={classes.facts}>
        <span>
          <IconFolder size={18} aria-hidden />
          {lesson.modulo.nombre}
        </span>
        {lesson.duracion > 0 && (
          <span>
            <IconClock size={18} aria-hidden />
            {lesson.duracion} min
          </span>
        )}
        <Completion lesson={lesson} />
      </div>
      <Attendance lesson={lesson} />
    </header>
  )
}

function Content({ lesson }: { lesson: DetailedLesson }) {
  const { curso, modulo } = lesson
  return (
    <div className={classes.lesson}>
      <Crumbs
        items={[
          { text: 'Mis Cursos', to: '/miscursos' },
          { text: curso.nombre, to: modulesPath(curso.id) },
          { text: modulo.nombre, to: modulesPath(curso.id, modulo.id) },
          { text: lesson.titulo },
        ]}
      />
      <div className={classes.columns}>
        {lesson.archivos.length > 0 && (
          <div className={classes.video}>
            <LessonVideo lesson={lesson} />
          </div>
        )}
        <Head lesson={lesson} />
        <aside className={classes.aside} aria-label="Del módulo">
          <LessonList lesson={lesson} />
          <ModuleExtras lesson={lesson} where="aside" />
        </aside>
        <Stack gap="xl" className={classes.body}>
          {lesson.contenido && (
            <Panel p={{ base: 'md', sm: 'xl' }}>
              <Html html={lesson.contenido} />
            </Panel>
          )}
          <Materials materials={lesson.materiales} />
          <Sessions sessions={lesson.sesiones} />
          <ModuleExtras lesson={lesson} where="below" />
          <Neighbours lesson={lesson} />
          {/* The comments: see routes.ts. */}
          <Outlet />
        </Stack>
      </div>
    </div>
  )
}

export const handle: ScreenHandle = {
  first: [{ path: '/api/lecciones/detallado/{idleccion}' }],
}

/** A lesson: the video first, then everything that goes with it. */
export default function LessonPage() {
  const { idcurso = '', idleccion = '' } = useParams()
  // Always asked anew on arrival: what was prefetched is shown meanwhile, and only this counts as having been here.
  const query = api.useQuery(
    'get',
    '/api/lecciones/detallado/{id}',
    { params: { path: { id: idleccion } } },
    { refetchOnMount: 'always', refetchInterval: RENEW_MS },
  )
  const shown = usePresent(query.data)
  const refusal = query.data ? null : refusalOf(query.error)
  if (refusal === 'not-here') return <NotHere what="esta lección" />
  if (refusal === 'no-enrolment') return <NoEnrolment course={idcurso} />
  return (
    <>
      {!shown && <PageHead title="Lección" hidden />}
      <Loaded query={query} skeleton={<LessonSkeleton />} errorTitle={T.error}>
        {({ data }) => <Content key={data.id} lesson={data} />}
      </Loaded>
    </>
  )
}
