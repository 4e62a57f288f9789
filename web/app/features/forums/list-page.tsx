import type { Forum } from '@campus/contract/forums'
import { Button, Loader } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconMessages, IconPlus } from '@tabler/icons-react'
import { Suspense, useEffect, useState, useTransition } from 'react'
import { Navigate, useParams } from 'react-router'
import { api } from '../../platform/api'
import { lazily } from '../../platform/lazily'
import { isId, modulesPath } from '../../platform/paths'
import { Confirm } from '../../ui/confirm'
import { Crumbs } from '../../ui/crumbs'
import { PageHead } from '../../ui/page-head'
import { NumberedPager } from '../../ui/pager'
import { NoEnrolment, NotHere, refusalOf } from '../../ui/refusal'
import { warmRichEditor } from '../../ui/rich-editor/warm'
import { Loaded, State } from '../../ui/states'
import { Filters } from './filters'
import { ForumCard } from './forum-card'
import { Found } from './found'
import classes from './list.module.css'
import { Recent } from './recent'
import { ListSkeleton } from './skeleton'
import { T } from './texts'
import { useForumActions } from './use-forum-actions'
import { useForums, useView, type View } from './view'

// The dialog and its editor come when somebody is about to write.
const loadDialog = () => import('./forum-dialog')

/** The dialog's files did not come: nothing was typed yet, so it is said and can be pressed again. */
function NoDialog({ onClose }: { onClose: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it stands in the dialog's place
  useEffect(() => {
    notifications.show({ id: 'sin-editor', color: 'red', title: 'Error', message: T.noEditor, role: 'alert' })
    onClose()
  }, [])
  return null
}
const ForumDialog = lazily(loadDialog, NoDialog)
const warm = () => {
  loadDialog().catch(() => undefined)
  warmRichEditor()
}

/** Which forum is being written: a new one, or one of the author's. */
type Writing = { forum: Forum | null } | null

type ListProps = { forums: Forum[]; onEdit: (forum: Forum) => void }
type CreateAndEdit = Pick<ListProps, 'onEdit'> & { onCreate: () => void }

function List({ forums, onEdit }: ListProps) {
  const actions = useForumActions()
  const [asked, setAsked] = useState<Forum | null>(null)
  return (
    <>
      <ul className={classes.list}>
        {forums.map((forum) => (
          <li key={forum.id}>
            <ForumCard
              forum={forum}
              busy={actions.pinning}
              onEdit={() => onEdit(forum)}
              onDelete={() => setAsked(forum)}
              onPin={() => actions.pin(forum)}
            />
          </li>
        ))}
      </ul>
      <Confirm
        opened={asked !== null}
        title={T.askTitle}
        action={T.askYes}
        busy={actions.removing}
        onClose={() => setAsked(null)}
        onConfirm={() => asked && actions.remove(asked, () => setAsked(null))}
      >
        {T.askText}
      </Confirm>
    </>
  )
}

function Empty({ onCreate }: { onCreate: () => void }) {
  return (
    <State
      icon={IconMessages}
      title={T.emptyTitle}
      text={T.emptyText}
      action={<Button onClick={onCreate}>{T.createFirst}</Button>}
    />
  )
}

type PlaceProps = { query: ReturnType<typeof useForums>; page: View['page']; pagePath: (page: number) => string }

/** The forums of a place, page by page. */
function Listed({ query, page, pagePath, onCreate, onEdit }: PlaceProps & CreateAndEdit) {
  return (
    <div aria-busy={query.isPlaceholderData || undefined} data-stale={query.isPlaceholderData || undefined}>
      <Loaded query={query} skeleton={<ListSkeleton />} errorTitle={T.loadError}>
        {({ data: { data, total, last_page } }) => (
          <>
            {/* Behind the last page, where the last forum of one was deleted, nothing is "empty". */}
            {total > 0 && data.length === 0 && <Navigate to={pagePath(last_page)} replace />}
            {total === 0 && <Empty onCreate={onCreate} />}
            {data.length > 0 && <List forums={data} onEdit={onEdit} />}
            <NumberedPager page={page} last={last_page} label="Páginas de foros" />
          </>
        )}
      </Loaded>
    </div>
  )
}

function Forums({ idCurso }: { idCurso: string }) {
  const view = useView()
  const [writing, setWriting] = useState<Writing>(null)
  // While the dialog's files are on their way its button says that it was pressed.
  const [opening, open] = useTransition()
  const query = useForums(idCurso, view.view)
  const course = api.useQuery('get', '/api/cursos/detallado/{id}', { params: { path: { id: idCurso } } }).data?.data
  const refusal = query.data ? null : refusalOf(query.error)
  if (refusal === 'not-here') return <NotHere what="este curso" />
  if (refusal === 'no-enrolment') return <NoEnrolment course={idCurso} />
  const create = () => open(() => setWriting({ forum: null }))
  return (
    <>
      <Crumbs
        items={[
          { text: 'Mis cursos', to: '/miscursos' },
          { text: course?.nombre ?? 'Módulos', to: modulesPath(Number(idCurso)) },
          { text: 'Foros' },
        ]}
      />
      <PageHead
        title={T.title}
        action={
          <Button
            leftSection={
              opening ? <Loader size={20} color="currentColor" aria-hidden /> : <IconPlus size={20} aria-hidden />
            }
            aria-busy={opening || undefined}
            onClick={create}
            onPointerEnter={warm}
            onFocus={warm}
          >
            {T.create}
          </Button>
        }
      />
      <Filters {...view} course={course} />
      <div className={classes.columns}>
        {view.view.q ? (
          <Found course={idCurso} state={view} />
        ) : (
          <Listed
            query={query}
            page={view.view.page}
            pagePath={view.pagePath}
            onCreate={create}
            onEdit={(forum) => open(() => setWriting({ forum }))}
          />
        )}
        <Recent course={idCurso} />
      </div>
      <Suspense>
        {writing && (
          <ForumDialog
            idCurso={Number(idCurso)}
            course={course}
            forum={writing.forum}
            onClose={() => setWriting(null)}
            onCreated={({ tipo_foro }) => view.show(tipo_foro === 'general' ? 'generales' : '')}
          />
        )}
      </Suspense>
    </>
  )
}

/** An address without a course leads back to the courses, and says why (storefront.md section 8). */
function NoCourse() {
  useEffect(() => {
    notifications.show({ id: 'sin-curso', color: 'red', title: 'Error', message: T.noCourse, role: 'alert' })
  }, [])
  return <Navigate to="/miscursos" replace />
}

/** The forums of a course: find one, open one (storefront.md section 2 "Forums list"). */
export default function ForumsPage() {
  const { idCurso = '' } = useParams()
  return isId(idCurso) ? <Forums key={idCurso} idCurso={idCurso} /> : <NoCourse />
}
