import type { Forum } from '@campus/contract/forums'
import { IconMessages } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../lib/api'
import { forumsPath } from '../../../lib/paths'
import { useUser } from '../../../lib/session'
import { EmptyState } from '../../../ui/empty-state'
import { Late } from '../../../ui/late'
import { PageHead } from '../../../ui/page-head'
import { ForumList, Sort } from './forum-list'
import classes from './list.module.css'
import { TEXTS } from './texts'
import { useForums, useView } from './use-view'

const ForumDialog = lazy(() => import('./forum-dialog'))

/** A topic is opened in a course, so each one is a link. */
function Courses() {
  const { id } = useUser()
  const query = api.useQuery('get', '/api/matriculas/usuario/{id}', { params: { path: { id: String(id) } } })
  const courses = query.data?.data ?? []
  if (courses.length === 0) return null
  return (
    <nav aria-label="Foros por curso" className={classes.sort}>
      {courses.map(({ curso }) => (
        <Link key={curso.id} to={forumsPath(curso.id)} prefetch="intent" data-course>
          {curso.nombre}
        </Link>
      ))}
    </nav>
  )
}

/** All forums that the student may read, of every course. */
export default function MyForumsPage() {
  const view = useView()
  const query = useForums(null, view.view)
  const [editing, setEditing] = useState<Forum | null>(null)
  return (
    <>
      <PageHead title="Foros" lead="Lo que se conversa en tus cursos" />
      <Courses />
      <Sort {...view} />
      <ForumList
        query={query}
        state={view}
        empty={<EmptyState icon={IconMessages} title={TEXTS.emptyTitle} text={TEXTS.emptyEverywhere} />}
        onEdit={setEditing}
      />
      <Late>
        {editing && (
          <ForumDialog
            idCurso={editing.id_curso ?? 0}
            course={undefined}
            forum={editing}
            onClose={() => setEditing(null)}
            onCreated={() => undefined}
          />
        )}
      </Late>
    </>
  )
}
