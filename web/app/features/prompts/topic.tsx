import { Button, Skeleton, Stack } from '@mantine/core'
import { IconWand } from '@tabler/icons-react'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { accessDenial } from '../../ui/access-denied'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import { Panel } from '../../ui/panel'
import type { Answers } from './prompt-answers'
import { TEXTS } from './texts'
import { TopicForm } from './topic-form'

const skeleton = (
  <Panel>
    <Stack gap="lg">
      <Skeleton height={28} width="60%" />
      <Skeleton height={84} radius="md" />
      <Skeleton height={84} radius="md" />
      <Skeleton height={84} radius="md" />
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
        <Button component={Link} to="/prompt" variant="light" mt="xs">
          {TEXTS.goneAction}
        </Button>
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
