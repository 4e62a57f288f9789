import type { Evaluation } from '@campus/contract/exams'
import { MULTIPLE } from '@campus/contract/rules'
import { useCallback, useEffect } from 'react'
import { loadWrittenAnswers } from './answer-field'
import type { AnswerSaver } from './answer-saver'
import { ExamBar } from './exam-bar'
import { choosing, type ExamState } from './exam-machine'
import { QuestionMap } from './question-map'
import { QuestionView } from './question-view'
import classes from './running-exam.module.css'
import { Summary } from './summary'
import type { Exam } from './use-exam'
import { useExamKeys } from './use-exam-keys'
import { useResync } from './use-resync'

type RunningProps = {
  evaluation: Evaluation
  exam: Exam
  running: ExamState & { phase: 'started' | 'sending' }
  saver: AnswerSaver
  leaveTo: string
}

export function RunningExam({ evaluation, exam, running, saver, leaveTo }: RunningProps) {
  const { dispatch, clock } = exam
  const question = running.questions[running.current]
  const last = running.current === running.questions.length - 1
  const { current } = running
  // Stable callbacks, so that choosing an answer renders only the answer.
  const go = useCallback((to: number) => dispatch({ type: 'go', to }), [dispatch])
  const previous = useCallback(() => go(current - 1), [go, current])
  const next = () => (last ? dispatch({ type: 'review' }) : go(running.current + 1))
  useResync(exam, saver)
  const written = running.questions.some(({ tipo_pregunta }) => tipo_pregunta > MULTIPLE)
  useEffect(() => {
    if (written) void loadWrittenAnswers().catch(() => undefined)
  }, [written])
  useExamKeys({
    options: running.view === 'question' ? (question?.opciones ?? []) : [],
    several: question?.tipo_pregunta === MULTIPLE,
    choose: (option) =>
      question && exam.answer(question.id, choosing(question, running.replies.get(question.id), option), false),
    next: running.view === 'question' ? next : null,
  })
  return (
    <div data-solo className={classes.solo}>
      <title>{evaluation.nombre}</title>
      <ExamBar
        name={evaluation.nombre}
        running={running}
        clock={clock}
        saver={saver}
        leaveTo={leaveTo}
        onOver={exam.timeOver}
        onStale={() => void exam.resync()}
      />
      <div className={classes.columns}>
        {running.view === 'question' && question ? (
          <QuestionView
            key={question.id}
            question={question}
            place={running.current}
            total={running.questions.length}
            reply={running.replies.get(question.id)}
            disabled={running.phase === 'sending'}
            onReply={(reply, open) => exam.answer(question.id, reply, open)}
            onPrevious={current > 0 ? previous : null}
            onNext={next}
            last={last}
          />
        ) : (
          <Summary running={running} onGo={go} onSend={() => void exam.send()} />
        )}
        <QuestionMap running={running} onGo={go} onReview={() => dispatch({ type: 'review' })} />
      </div>
    </div>
  )
}
