import type { Evaluation } from '@campus/contract/exams'
import { MULTIPLE } from '@campus/contract/rules'
import type { AnswerSaver } from './answer-saver'
import { ExamBar } from './exam-bar'
import { choosing, type Running } from './exam-machine'
import { ExamSheet, following } from './exam-sheet'
import classes from './running-exam.module.css'
import type { Exam } from './use-exam'
import { useExamKeys } from './use-exam-keys'
import { useResync } from './use-probe'

type RunningProps = {
  evaluation: Evaluation
  exam: Exam
  running: Running
  saver: AnswerSaver
  leaveTo: string
}

export function RunningExam({ evaluation, exam, running, saver, leaveTo }: RunningProps) {
  const { dispatch, clock } = exam
  const question = running.questions[running.current]
  useResync(exam, saver)
  useExamKeys({
    options: running.view === 'question' ? (question?.opciones ?? []) : [],
    several: question?.tipo_pregunta === MULTIPLE,
    choose: (option) =>
      question && exam.answer(question.id, choosing(question, running.replies.get(question.id), option), false),
    next: running.view === 'question' ? () => dispatch(following(running)) : null,
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
      <ExamSheet running={running} dispatch={dispatch} onReply={exam.answer} onSend={() => void exam.send()} />
    </div>
  )
}
