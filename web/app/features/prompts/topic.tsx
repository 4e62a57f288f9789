import { IconWand } from '@tabler/icons-react'
import { api } from '../../lib/api'
import { accessDenial } from '../../ui/access-denied'
import { LinkButton } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import { Panel } from '../../ui/panel'
import { Skeleton } from '../../ui/skeleton'
import { Stack } from '../../ui/stack'
import type { Answers } from './prompt-answers'
import { TEXTS } from './texts'
import { TopicForm } from './topic-form'

const skeleton = (
  <Panel>
    <Stack gap="lg">
      <Skeleton height={28} width="60%" />
      <Skeleton height={84} />
      <Skeleton height={84} />
      <Skeleton height={84} />
    </Stack>
  </Panel>
)

function Gone() {
  return (
    <EmptyState
      icon={IconWand}
      title={TEXTS.goneTitle}
      text={TEXTS.goneText}
      action={
        <LinkButton to="/prompt" variant="light" below>
          {TEXTS.goneAction}
        </LinkButton>
      }
    />
  )
}

/** `reused` are answers of the history that replace what is typed. */
export function Topic({ id, reused }: { id: number; reused: Answers | null }) {
  const query = api.useQuery('get', '/api/temas-prompt/{id}', { params: { path: { id: String(id) } } })
  if (!query.data && accessDenial(query.error) === 'not-found') return <Gone />
  return (
    <Loaded query={query} skeleton={skeleton} errorTitle={TEXTS.topicError}>
      {({ data }) => <TopicForm topic={data} reused={reused} />}
    </Loaded>
  )
}
