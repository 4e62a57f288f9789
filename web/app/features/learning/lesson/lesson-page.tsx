import type { DetailedLesson } from '@campus/contract/learning'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, useLayoutEffect } from 'react'
import { Outlet, useParams } from 'react-router'
import { api } from '../../../lib/api'
import { modulesPath } from '../../../lib/paths'
import { accessDenial, ContentNotFound, NoEnrolment } from '../../../ui/access-denied'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Late } from '../../../ui/late'
import { Loaded } from '../../../ui/loaded'
import { PageHead } from '../../../ui/page-head'
import { Panel } from '../../../ui/panel'
import { Skeleton } from '../../../ui/skeleton'
import { Stack } from '../../../ui/stack'
import { lessonWithMarks } from '../lesson-marks'
import { useLessonMarks } from '../own-marks'
import classes from './lesson.module.css'
import { LessonBar } from './lesson-bar'
import { patchLesson } from './lesson-cache'
import { LessonHead } from './lesson-head'
import { LessonList } from './lesson-list'
import { LessonSkeleton } from './lesson-skeleton'
import LessonText from './lesson-text'
import { Materials } from './materials'
import { ModuleExtras } from './module-extras'
import { Neighbours } from './neighbours'
import { useLessonSettings } from './settings'
import { TEXTS } from './texts'
import { LessonVideo } from './video'

const Sessions = lazy(() => import('./sessions'))

/** Signed URLs of materials expire after some minutes. */
const RENEW_MS = 240_000

/** Counts what is published and deleted on this screen; the next answer of the server decides. */
function useCommentCount(lesson: DetailedLesson) {
  const queryClient = useQueryClient()
  const change = (by: number) =>
    patchLesson(queryClient, lesson.id, (old) => ({ ...old, comentarios: old.comentarios + by }))
  return { count: lesson.comentarios, change }
}

/** Gives the lesson room: shell/frame.css minimises or hides the menu. */
function useStage(cinema: boolean) {
  useLayoutEffect(() => {
    const marks = document.documentElement.dataset
    marks.stage = cinema ? 'cine' : ''
    return () => {
      delete marks.stage
    }
  }, [cinema])
}

function Content({ lesson }: { lesson: DetailedLesson }) {
  const { curso, modulo } = lesson
  const comments = useCommentCount(lesson)
  return (
    <div className={classes.lesson}>
      <Breadcrumbs
        items={[
          { text: 'Mis cursos', to: '/miscursos' },
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
        <LessonHead lesson={lesson} />
        <aside className={classes.aside} aria-label="Del módulo">
          <LessonList lesson={lesson} />
          <ModuleExtras lesson={lesson} where="aside" />
        </aside>
        <Stack gap="xl" className={classes.body}>
          {lesson.contenido && (
            <Panel pad="reading">
              <div className={classes.reading}>
                <LessonText lesson={lesson} />
              </div>
            </Panel>
          )}
          <Materials materials={lesson.materiales} />
          {lesson.sesiones.length > 0 && (
            <Late fallback={<Skeleton height={44 + 132 * lesson.sesiones.length} />}>
              <Sessions sessions={lesson.sesiones} />
            </Late>
          )}
          <ModuleExtras lesson={lesson} where="below" />
          <Neighbours lesson={lesson} />
          {/* The comments: see routes.ts. */}
          <Outlet context={comments} />
        </Stack>
      </div>
      <LessonBar lesson={lesson} />
    </div>
  )
}

function Lesson({ course, id }: { course: string; id: string }) {
  // Refetched on arrival: prefetched data is shown meanwhile, but only this request records the visit.
  const query = api.useQuery(
    'get',
    '/api/lecciones/detallado/{id}',
    { params: { path: { id } } },
    { refetchOnMount: 'always', refetchInterval: RENEW_MS },
  )
  const marks = useLessonMarks()
  const cinema = useLessonSettings((settings) => settings.cinema)
  useStage(cinema && query.data?.data.archivos.length !== 0)
  const denial = query.data ? null : accessDenial(query.error)
  if (denial === 'not-found') return <ContentNotFound what="esta lección" />
  if (denial === 'no-enrolment') return <NoEnrolment course={course} error={query.error} />
  return (
    <>
      {!query.data && <PageHead title="Lección" hidden />}
      <Loaded query={query} skeleton={<LessonSkeleton />} errorTitle={TEXTS.error}>
        {({ data }) => <Content key={data.id} lesson={lessonWithMarks(data, marks)} />}
      </Loaded>
    </>
  )
}

/** A new screen per lesson, because only one that mounts requests what was prefetched a moment ago. */
export default function LessonPage() {
  const { idcurso = '', idleccion = '' } = useParams()
  return <Lesson key={idleccion} course={idcurso} id={idleccion} />
}
