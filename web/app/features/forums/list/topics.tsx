import type { Forum } from '@campus/contract/forums'
import { IconMessages, IconPlus } from '@tabler/icons-react'
import { lazy, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { forumPath } from '../../../lib/paths'
import { Button } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { Late } from '../../../ui/late'
import { PageHead } from '../../../ui/page-head'
import { preloadRichEditor } from '../editor/preload'
import type { FilterProps } from './filter-menu'
import { Filters } from './filters'
import { ForumList, ListSkeleton } from './forum-list'
import type { ForumPlace } from './forum-values'
import classes from './list.module.css'
import { TEXTS } from './texts'
import type { useForums, View } from './use-view'

type Writing = { forum: Forum | null } | null

const ForumDialog = lazy(() => import('./forum-dialog'))
const SearchResults = lazy(() => import('./search-results'))

type TopicsProps = Pick<FilterProps, 'state' | 'parts'> & {
  title: string
  /** Null lists the forums of all courses. */
  idCurso: string | null
  query: ReturnType<typeof useForums>
  /** The side column. */
  children?: ReactNode
}

/** A new topic goes where its author stands. */
function placeOf({ q, general, part }: View, idCurso: string | null, courses: FilterProps['parts']): ForumPlace {
  if (general && !q) return { tipo_foro: 'general', id_curso: 0, id_modulo: 0 }
  if (idCurso && part && !q) return { tipo_foro: 'modulo', id_curso: 0, id_modulo: part }
  const only = courses.length === 1 ? courses[0]?.id : 0
  return { tipo_foro: 'curso', id_curso: Number(idCurso) || part || only || 0, id_modulo: 0 }
}

/** A list of forums: what is asked first, then the search and the topics. */
export function Topics({ title, idCurso, state, query, parts, children }: TopicsProps) {
  const navigate = useNavigate()
  const [writing, setWriting] = useState<Writing>(null)
  const create = () => setWriting({ forum: null })
  const inCourse = idCurso !== null
  // A topic is asked in a course.
  const may = inCourse || parts.length > 0
  return (
    <>
      <PageHead
        title={title}
        action={
          may && (
            <Button
              leftSection={<IconPlus size={20} aria-hidden />}
              onClick={create}
              onPointerEnter={preloadRichEditor}
              onFocus={preloadRichEditor}
            >
              {TEXTS.create}
            </Button>
          )
        }
      />
      <div className={classes.columns} data-aside={children ? true : undefined}>
        <div>
          <Filters state={state} inCourse={inCourse} parts={parts} />
          {state.view.q ? (
            <Late fallback={<ListSkeleton />}>
              <SearchResults course={idCurso} state={state} />
            </Late>
          ) : (
            <ForumList
              query={query}
              state={state}
              empty={
                <EmptyState
                  icon={IconMessages}
                  title={TEXTS.emptyTitle}
                  text={inCourse ? TEXTS.emptyText : TEXTS.emptyEverywhere}
                  action={may && <Button onClick={create}>{TEXTS.createFirst}</Button>}
                />
              }
              onEdit={(forum) => setWriting({ forum })}
            />
          )}
        </div>
        {children}
      </div>
      <Late>
        {writing && (
          <ForumDialog
            idCurso={Number(idCurso)}
            place={placeOf(state.view, idCurso, parts)}
            forum={writing.forum}
            onClose={() => setWriting(null)}
            onCreated={({ id, id_curso }) =>
              navigate(forumPath(id), { state: { curso: Number(idCurso) || id_curso || undefined } })
            }
          />
        )}
      </Late>
    </>
  )
}
