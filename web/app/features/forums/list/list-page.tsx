import type { Forum } from '@campus/contract/forums'
import { IconMessages, IconPlus } from '@tabler/icons-react'
import { lazy, useEffect, useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { api } from '../../../lib/api'
import { forumPath, isId, modulesPath } from '../../../lib/paths'
import { toast } from '../../../lib/toasts'
import { accessDenial, ContentNotFound, NoEnrolment } from '../../../ui/access-denied'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Button } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { Late } from '../../../ui/late'
import { PageHead } from '../../../ui/page-head'
import { preloadRichEditor } from '../editor/preload'
import { Filters } from './filters'
import { ForumList, ListSkeleton, Sort } from './forum-list'
import classes from './list.module.css'
import { Recent } from './recent'
import { TEXTS } from './texts'
import { useForums, useView } from './use-view'

type Writing = { forum: Forum | null } | null

const ForumDialog = lazy(() => import('./forum-dialog'))
const SearchResults = lazy(() => import('./search-results'))

function Empty({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState
      icon={IconMessages}
      title={TEXTS.emptyTitle}
      text={TEXTS.emptyText}
      action={<Button onClick={onCreate}>{TEXTS.createFirst}</Button>}
    />
  )
}

function Forums({ idCurso }: { idCurso: string }) {
  const view = useView()
  const navigate = useNavigate()
  const [writing, setWriting] = useState<Writing>(null)
  const query = useForums(idCurso, view.view)
  const course = api.useQuery('get', '/api/cursos/detallado/{id}', { params: { path: { id: idCurso } } }).data?.data
  const refusal = query.data ? null : accessDenial(query.error)
  if (refusal === 'not-found') return <ContentNotFound what="este curso" />
  if (refusal === 'no-enrolment') return <NoEnrolment course={idCurso} />
  const create = () => setWriting({ forum: null })
  return (
    <>
      <Breadcrumbs
        items={[
          { text: 'Mis cursos', to: '/miscursos' },
          { text: course?.nombre ?? 'Módulos', to: modulesPath(Number(idCurso)) },
          { text: 'Foros' },
        ]}
      />
      <PageHead
        title={TEXTS.title}
        action={
          <Button
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={create}
            onPointerEnter={preloadRichEditor}
            onFocus={preloadRichEditor}
          >
            {TEXTS.create}
          </Button>
        }
      />
      <Filters {...view} course={course} />
      <div className={classes.columns}>
        {view.view.q ? (
          <Late fallback={<ListSkeleton />}>
            <SearchResults course={idCurso} state={view} />
          </Late>
        ) : (
          <div>
            <Sort {...view} />
            <ForumList
              query={query}
              state={view}
              empty={<Empty onCreate={create} />}
              onEdit={(forum) => setWriting({ forum })}
            />
          </div>
        )}
        <Recent course={idCurso} />
      </div>
      <Late>
        {writing && (
          <ForumDialog
            idCurso={Number(idCurso)}
            course={course}
            forum={writing.forum}
            onClose={() => setWriting(null)}
            onCreated={({ id }) => navigate(forumPath(id), { state: { curso: Number(idCurso) } })}
          />
        )}
      </Late>
    </>
  )
}

function NoCourse() {
  useEffect(() => {
    toast(TEXTS.noCourse, { id: 'sin-curso', color: 'red', title: 'Error' })
  }, [])
  return <Navigate to="/miscursos" replace />
}

/** The forums of a course (docs/product/community.md 2.5). */
export default function ForumsPage() {
  const { idCurso = '' } = useParams()
  return isId(idCurso) ? <Forums key={idCurso} idCurso={idCurso} /> : <NoCourse />
}
