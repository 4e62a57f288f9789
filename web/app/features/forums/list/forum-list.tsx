import type { Forum } from '@campus/contract/forums'
import { lazy, type ReactNode, useState } from 'react'
import { Late } from '../../../ui/late'
import { Loaded } from '../../../ui/loaded'
import { Pager } from '../../../ui/pager'
import { Panel } from '../../../ui/panel'
import { Skeleton } from '../../../ui/skeleton'
import { Stack } from '../../../ui/stack'
import { ForumRow } from './forum-card'
import classes from './list.module.css'
import { TEXTS } from './texts'
import { usePin, useRefreshForums } from './use-forum-actions'
import type { useForums, useView } from './use-view'

const RemoveForum = lazy(() => import('./remove-forum'))

export function ListSkeleton() {
  return (
    <Stack gap="xs">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height={64} />
      ))}
    </Stack>
  )
}

type Edit = { onEdit: (forum: Forum) => void }

function Rows({ forums, onEdit }: Edit & { forums: Forum[] }) {
  const pin = usePin()
  const refresh = useRefreshForums()
  const [toDelete, setToDelete] = useState<Forum | null>(null)
  return (
    <Panel>
      <ul className={classes.rows}>
        {forums.map((forum) => (
          <li key={forum.id}>
            <ForumRow
              forum={forum}
              onEdit={() => onEdit(forum)}
              onDelete={() => setToDelete(forum)}
              onPin={() => pin(forum)}
            />
          </li>
        ))}
      </ul>
      <Late>{toDelete && <RemoveForum forum={toDelete} onRemoved={refresh} onClose={() => setToDelete(null)} />}</Late>
    </Panel>
  )
}

type ForumListProps = Edit & {
  query: ReturnType<typeof useForums>
  state: ReturnType<typeof useView>
  empty: ReactNode
}

/** A page of forums; while the next one loads, this one stays, dimmed. */
export function ForumList({ query, state: { view }, empty, onEdit }: ForumListProps) {
  return (
    <div aria-busy={query.isPlaceholderData || undefined} data-stale={query.isPlaceholderData || undefined}>
      <Loaded query={query} skeleton={<ListSkeleton />} errorTitle={TEXTS.loadError}>
        {({ data: { data, total, current_page, last_page } }) => (
          <>
            {total === 0 &&
              (view.order === 'sin-respuesta' ? <p className={classes.note}>{TEXTS.allAnswered}</p> : empty)}
            {data.length > 0 && <Rows forums={data} onEdit={onEdit} />}
            <Pager page={current_page} last={last_page} label="Páginas de foros" />
          </>
        )}
      </Loaded>
    </div>
  )
}
