import { Button, Skeleton, Stack } from '@mantine/core'
import { IconWand } from '@tabler/icons-react'
import { Link } from 'react-router'
import { api } from '../../platform/api'
import { Panel } from '../../ui/panel'
import { refusalOf } from '../../ui/refusal'
import { Loaded, State } from '../../ui/states'
import type { Answers } from './prompt-answers'
import { T } from './texts'
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
    <State
      icon={IconWand}
      title={T.goneTitle}
      text={T.goneText}
      action={
        <Button component={Link} to="/prompt" variant="light" mt="xs">
          {T.goneAction}
        </Button>
      }
    />
  )
}

/** The chosen topic's questions; `reused` are answers of the history that take the place of what is typed. */
export function Topic({ id, reused }: { id: number; reused: Answers | null }) {
  const query = api.useQuery('get', '/api/temas-prompt/{id}', { params: { path: { id: String(id) } } })
  if (!query.data && refusalOf(query.error) === 'not-here') return <Gone />
  return (
    <Loaded query={query} skeleton={skeleton} errorTitle={T.topicError}>
      {({ data }) => <TopicForm topic={data} reused={reused} />}
    </Loaded>
  )
}
