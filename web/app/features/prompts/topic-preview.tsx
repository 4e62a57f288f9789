import type { GeneratedPrompt, PromptTopicDetail } from '@campus/contract/prompts'
import { useState } from 'react'
import type { Answers } from './prompt-answers'
import classes from './prompts.module.css'
import { TopicView } from './topic-form'

type PreviewProps = { topic: PromptTopicDetail; generate: (answers: Answers) => Promise<GeneratedPrompt[]> }

/** A topic as its students fill it in; the answers are not stored. */
export default function TopicPreview({ topic, generate }: PreviewProps) {
  const [text, write] = useState('')
  return (
    <div className={classes.main}>
      <TopicView topic={topic} reused={null} draft={{ text, write, clear: () => write('') }} generate={generate} />
    </div>
  )
}
