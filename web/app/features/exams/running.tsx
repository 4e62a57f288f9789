import type { Evaluation } from '@campus/contract/exams'
import { useWindowEvent } from '@mantine/hooks'
import { useCallback } from 'react'
import type { AnswerSaver } from './answer-saver'
import { ExamBar } from './exam-bar'
import type { ExamState } from './exam-machine'
import { isExam } from './intro-facts'
import { QuestionMap } from './question-map'
import { QuestionView } from './question-view'
import classes from './running.module.css'
import { Summary } from './summary'
import type { Exam } from './use-exam'
import { useExamKeys } from './use-exam-keys'

type RunningProps = {
  evaluation: Evaluation
  exam: Exam
  running: ExamState & { phase: 'started' | 'sending' }
  saver: AnswerSaver
  leaveTo: string
}

/** Clock, other devices and a sleeping tab: on each return the server is asked how the attempt stands. */
function useReturns(exam: Exam, saver: AnswerSaver): void {
  useWindowEvent('focus', () => void exam.resync())
  useWindowEvent('online', () => void exam.resync())
  useWindowEvent('visibilitychange', () => {
    if (document.visibilityState === 'visible') void exam.resync()
    else void saver.flush().catch(() => undefined)
  })
}

/** Nothing but the exam: the bar, one question, the map of what was answered; before sending, the summary. */
export function Running({ evaluation, exam, running, saver, leaveTo }: RunningProps) {
  const { dispatch, clock } = exam
  const question = running.questions[running.current]
  const last = running.current === running.questions.length - 1
  const { current } = running
  // Both the same while the question is: choosing an answer draws no more than the answer.
  const go = useCallback((to: number) => dispatch({ type: 'go', to }), [dispatch])
  const previous = useCallback(() => go(current - 1), [go, current])
  const next = () => (last ? dispatch({ type: 'review' }) : go(running.current + 1))
  useReturns(exam, saver)
  useExamKeys({
    options: running.view === 'question' ? (question?.opciones ?? []) : [],
    choose: (id_opcion) => question && exam.answer(question.id, { id_opcion, respuesta: null }, false),
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
        onOver={() => void exam.send(true)}
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
            graded={isExam(evaluation)}
            onReply={(reply, open) => exam.answer(question.id, reply, open)}
            onPrevious={current > 0 ? previous : null}
            onNext={next}
            last={last}
          />
        ) : (
          <Summary graded={isExam(evaluation)} running={running} onGo={go} onSend={() => void exam.send()} />
        )}
        <QuestionMap running={running} onGo={go} onReview={() => dispatch({ type: 'review' })} />
      </div>
    </div>
  )
}
