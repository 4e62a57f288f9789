import { RECENT_FORUMS } from '@campus/contract/rules'
import { api } from '../../../lib/api'
import { Button } from '../../../ui/button'
import { Loading } from '../../../ui/loaded'
import { Panel } from '../../../ui/panel'
import { Skeleton } from '../../../ui/skeleton'
import { Stack } from '../../../ui/stack'
import { Title } from '../../../ui/title'
import { RecentForum } from './forum-card'
import classes from './list.module.css'
import { TEXTS } from './texts'

/** The latest of a course, whatever the list shows. */
export function Recent({ course }: { course: string }) {
  const query = api.useQuery('get', '/api/foros/curso/{id}', {
    params: { path: { id: course }, query: { orden: 'recientes', per_page: RECENT_FORUMS } },
  })
  const forums = query.data?.data.data
  return (
    <Panel>
      <section aria-labelledby="recientes">
        <Title order={2} look={3} id="recientes" className={classes.heading}>
          {TEXTS.recent}
        </Title>
        {forums?.length === 0 && <p className={classes.note}>{TEXTS.noRecent}</p>}
        {forums && forums.length > 0 && (
          <ul className={classes.recents}>
            {forums.map((forum) => (
              <RecentForum key={forum.id} forum={forum} />
            ))}
          </ul>
        )}
        {!forums && query.isError && (
          <div role="alert">
            <p className={classes.note}>{TEXTS.recentError}</p>
            <Button variant="light" size="compact" onClick={() => query.refetch()}>
              Reintentar
            </Button>
          </div>
        )}
        {!forums && !query.isError && (
          <Loading>
            <Stack gap="sm">
              {['a', 'b', 'c'].map((key) => (
                <Skeleton key={key} height={48} />
              ))}
            </Stack>
          </Loading>
        )}
      </section>
    </Panel>
  )
}
