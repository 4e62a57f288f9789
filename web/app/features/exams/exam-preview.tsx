import type { Evaluation, Question } from '@campus/contract/exams'
import { Title } from '@mantine/core'
import { useState } from 'react'
import { Html } from '../../ui/html'
import type { Reply } from './outbox'
import { QuestionView } from './question-view'

/** An exam that can be tried; its answers go nowhere. */
export default function ExamPreview({ evaluation, questions }: { evaluation: Evaluation; questions: Question[] }) {
  const [place, setPlace] = useState(0)
  const [replies, setReplies] = useState<Record<number, Reply>>({})
  const question = questions[place]
  return (
    <>
      <Title order={1} mb="md">
        {evaluation.nombre}
      </Title>
      {place === 0 && evaluation.instrucciones && <Html html={evaluation.instrucciones} />}
      {question && (
        <QuestionView
          key={question.id}
          question={question}
          place={place}
          total={questions.length}
          reply={replies[question.id]}
          disabled={false}
          last={place === questions.length - 1}
          onReply={(reply) => setReplies({ ...replies, [question.id]: reply })}
          onPrevious={place > 0 ? () => setPlace(place - 1) : null}
          onNext={() => setPlace((place + 1) % questions.length)}
        />
      )}
    </>
  )
}
