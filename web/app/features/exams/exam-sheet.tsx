import { type Dispatch, useCallback } from 'react'
import type { ExamEvent, Running } from './exam-machine'
import type { Reply } from './outbox'
import { QuestionMap } from './question-map'
import { QuestionView } from './question-view'
import classes from './running-exam.module.css'
import { Summary } from './summary'

/** After the last question comes the summary. */
export const following = ({ current, questions }: Running): ExamEvent =>
  current === questions.length - 1 ? { type: 'review' } : { type: 'go', to: current + 1 }

type SheetProps = {
  running: Running
  dispatch: Dispatch<ExamEvent>
  onReply: (question: number, reply: Reply, open: boolean) => void
  onSend: () => void
}

/** A question or the summary, beside the map. */
export function ExamSheet({ running, dispatch, onReply, onSend }: SheetProps) {
  const { current, questions } = running
  const question = questions[current]
  // Stable callbacks, so that choosing an answer renders only the answer.
  const go = useCallback((to: number) => dispatch({ type: 'go', to }), [dispatch])
  const previous = useCallback(() => go(current - 1), [go, current])
  return (
    <div className={classes.columns}>
      {running.view === 'question' && question ? (
        <QuestionView
          key={question.id}
          question={question}
          place={current}
          total={questions.length}
          reply={running.replies.get(question.id)}
          disabled={running.phase === 'sending'}
          onReply={(reply, open) => onReply(question.id, reply, open)}
          onPrevious={current > 0 ? previous : null}
          onNext={() => dispatch(following(running))}
          last={current === questions.length - 1}
        />
      ) : (
        <Summary running={running} onGo={go} onSend={onSend} />
      )}
      <QuestionMap running={running} onGo={go} onReview={() => dispatch({ type: 'review' })} />
    </div>
  )
}
