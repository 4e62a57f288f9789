import { Button, Skeleton } from '@mantine/core'
import { IconWand } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api } from '../../platform/api'
import { isId } from '../../platform/paths'
import { PageHead } from '../../ui/page-head'
import { Loaded, State } from '../../ui/states'
import { History } from './history'
import { Instructions } from './instructions'
import type { Answers } from './prompt-answers'
import classes from './prompts.module.css'
import { T } from './texts'
import { Topic } from './topic'
import { TOPIC_PARAM, Topics } from './topics'

const skeleton = (
  <div className={classes.topics}>
    {['a', 'b', 'c'].map((key) => (
      <Skeleton key={key} height={104} radius="lg" />
    ))}
  </div>
)

function NoTopics() {
  return (
    <State
      icon={IconWand}
      title={T.emptyTitle}
      text={T.emptyText}
      action={
        <Button component={Link} to="/inicio" mt="xs">
          {T.emptyAction}
        </Button>
      }
    />
  )
}

/** Answers of the history that are to be asked again. */
type Reused = { topic: number; answers: Answers }

/** Prompts for articles out of a few answers (storefront.md section 2 "Prompt generator"). */
export default function PromptsPage() {
  const [params, setParams] = useSearchParams()
  const asked = params.get(TOPIC_PARAM) ?? ''
  const chosen = isId(asked) ? Number(asked) : null
  const [reused, setReused] = useState<Reused | null>(null)
  const query = api.useQuery('get', '/api/temas-prompt')
  const topics = query.data?.data ?? []
  const reuse = (topic: number, answers: Answers) => {
    setReused({ topic, answers })
    setParams({ [TOPIC_PARAM]: String(topic) }, { preventScrollReset: true })
  }
  return (
    <>
      <PageHead title={T.title} lead={T.lead} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Loaded query={query} skeleton={skeleton} errorTitle={T.topicsError}>
            {({ data }) => (data.length === 0 ? <NoTopics /> : <Topics topics={data} chosen={chosen} />)}
          </Loaded>
          {chosen !== null && (
            <Topic key={chosen} id={chosen} reused={reused?.topic === chosen ? reused.answers : null} />
          )}
        </div>
        <div className={classes.side}>
          <Instructions />
          <History offered={topics} onReuse={reuse} />
        </div>
      </div>
    </>
  )
}
