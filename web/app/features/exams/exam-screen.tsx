import type { Evaluation, EvaluationDetail } from '@campus/contract/exams'
import { modulesPath } from '../../platform/paths'
import type { ExamState } from './exam-machine'
import { Intro } from './intro'
import { LeaveGuard } from './leave-guard'
import { Result } from './result'
import { Running } from './running'
import { TimeOver } from './time-over'
import { useExam } from './use-exam'

type ExamScreenProps = {
  evaluation: Evaluation
  exam: boolean
  detail: EvaluationDetail | null
  /** When the device heard `evaluacion.ahora`. */
  heardAt: number
}

const isTimeOver = (state: ExamState): boolean =>
  (state.phase === 'sending' && state.outOfTime) || (state.phase === 'submitted' && !state.acknowledged)

/** The three states of an exam, and the dialogs that stand over them. */
export function ExamScreen({ evaluation, exam: graded, detail, heardAt }: ExamScreenProps) {
  const exam = useExam(evaluation)
  const { state, dispatch, saver } = exam
  const course = modulesPath(evaluation.id_curso, evaluation.id_modulo ?? undefined)
  return (
    <>
      {(state.phase === 'intro' || state.phase === 'starting') && (
        <Intro
          evaluation={evaluation}
          detail={detail}
          heardAt={heardAt}
          problem={state.phase === 'intro' ? state.problem : null}
          starting={state.phase === 'starting'}
          onStart={() => void exam.start()}
          onShow={(shown) => dispatch({ type: 'show', detail: shown })}
        />
      )}
      {(state.phase === 'started' || state.phase === 'sending') && saver && (
        <>
          <Running evaluation={evaluation} exam={exam} running={state} saver={saver} leaveTo={course} />
          <LeaveGuard active={!(state.phase === 'sending' && state.outOfTime)} saver={saver} />
        </>
      )}
      {state.phase === 'submitted' && (
        <Result
          evaluation={evaluation}
          graded={graded}
          detail={state.detail}
          course={course}
          onAgain={() => dispatch({ type: 'again' })}
        />
      )}
      {isTimeOver(state) && (
        <TimeOver
          waiting={state.phase === 'sending'}
          problem={state.phase === 'sending' ? state.problem : null}
          onRetry={() => void exam.send(true)}
          onOk={() => dispatch({ type: 'acknowledge' })}
        />
      )}
    </>
  )
}
