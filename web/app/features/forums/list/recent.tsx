import type { Forum } from '@campus/contract/forums'
import { FORUMS_PER_PAGE, RECENT_FORUMS } from '@campus/contract/rules'
import { Button, Skeleton, Stack, Title } from '@mantine/core'
import { api } from '../../../lib/api'
import { Loading } from '../../../ui/loaded'
import { Panel } from '../../../ui/panel'
import { RecentForum } from './forum-card'
import classes from './list.module.css'
import { TEXTS } from './texts'

/** More than a page of the list and these. */
const ASKED = FORUMS_PER_PAGE + RECENT_FORUMS

/** The latest of all of the student's forums, without those that the list shows anyway. */
export function Recent({ shown }: { shown: Forum[] | undefined }) {
  const query = api.useQuery('get', '/api/foros', {
    params: { query: { orden: 'recientes', per_page: ASKED } },
  })
  const listed = new Set(shown?.map(({ id }) => id))
  const all = query.data?.data.data
  const forums = all?.filter(({ id }) => !listed.has(id)).slice(0, RECENT_FORUMS)
  // The list already shows all of them.
  if (all && all.length > 0 && forums?.length === 0) return null
  return (
    <Panel>
      <section aria-labelledby="recientes">
        <Title order={2} size="h3" id="recientes" mb="xs">
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
            <Button variant="light" size="sm" h={44} onClick={() => query.refetch()}>
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
