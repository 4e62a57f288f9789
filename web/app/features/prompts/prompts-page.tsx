import { IconWand } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../lib/api'
import { isId } from '../../lib/paths'
import { LinkButton } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { Skeleton } from '../../ui/skeleton'
import { History } from './history'
import { Instructions } from './instructions'
import type { Answers } from './prompt-answers'
import classes from './prompts.module.css'
import { TEXTS } from './texts'
import { Topic } from './topic'
import { TOPIC_PARAM, Topics } from './topics'

const skeleton = (
  <div className={classes.topics}>
    {['a', 'b', 'c'].map((key) => (
      <Skeleton key={key} height={104} />
    ))}
  </div>
)

function NoTopics() {
  return (
    <EmptyState
      icon={IconWand}
      title={TEXTS.emptyTitle}
      text={TEXTS.emptyText}
      action={
        <LinkButton to="/inicio" below>
          {TEXTS.emptyAction}
        </LinkButton>
      }
    />
  )
}

type Reused = { topic: number; answers: Answers }

/** Prompts for articles out of a few answers (docs/product/community.md 6). */
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
      <PageHead title={TEXTS.title} lead={TEXTS.lead} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Loaded query={query} skeleton={skeleton} errorTitle={TEXTS.topicsError}>
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
