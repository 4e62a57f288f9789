import type { Evaluation, EvaluationDetail } from '@campus/contract/exams'
import { isExam } from '@campus/contract/rules'
import { lazy, useEffect, useState } from 'react'
import { modulesPath } from '../../lib/paths'
import { Late } from '../../ui/late'
import { Skeleton } from '../../ui/skeleton'
import { Stack } from '../../ui/stack'
import { Intro } from './intro'
import classes from './intro.module.css'
import { type Exam, useExam } from './use-exam'

const Sitting = lazy(() => import('./sitting'))
const Result = lazy(() => import('./result'))

type ExamScreenProps = {
  evaluation: Evaluation
  detail: EvaluationDetail | null
  /** When the device received `evaluacion.ahora`. */
  receivedAt: number
}

/** An open attempt continues at its question; once per visit, so that leaving it for the intro stays possible. */
function useResume(exam: Exam, detail: EvaluationDetail | null): boolean {
  const open = detail?.estado === 'abierto'
  const [tried, setTried] = useState(false)
  const [resuming, setResuming] = useState(open)
  const { resume, state } = exam
  useEffect(() => {
    if (!open || tried || state.phase !== 'intro') return
    setTried(true)
    setResuming(true)
    void resume().finally(() => setResuming(false))
  }, [open, tried, state.phase, resume])
  return resuming
}

function ExamSkeleton() {
  return (
    <Stack gap="lg" className={classes.skeleton}>
      <Skeleton height={56} />
      <Skeleton height={32} width="80%" />
      <Skeleton height={72} />
      <Skeleton height={72} />
      <Skeleton height={72} />
    </Stack>
  )
}

export function ExamScreen({ evaluation, detail, receivedAt }: ExamScreenProps) {
  const exam = useExam(evaluation)
  const { state, dispatch } = exam
  const resuming = useResume(exam, detail)
  const course = modulesPath(
    evaluation.id_curso,
    evaluation.modulo === null ? undefined : (evaluation.id_modulo ?? undefined),
  )
  const waiting = state.phase === 'intro' || state.phase === 'starting'
  return (
    <>
      {waiting && resuming && <ExamSkeleton />}
      {waiting && !resuming && (
        <Intro
          evaluation={evaluation}
          detail={detail}
          receivedAt={receivedAt}
          problem={state.phase === 'intro' ? state.problem : null}
          starting={state.phase === 'starting'}
          onStart={() => void exam.start()}
          onShow={(shown) => dispatch({ type: 'show', detail: shown })}
        />
      )}
      {/* Drawn from the start, so that it is there when the attempt begins. */}
      <Late fallback={waiting ? null : <ExamSkeleton />}>
        <Sitting evaluation={evaluation} exam={exam} leaveTo={course} />
      </Late>
      {state.phase === 'submitted' && state.acknowledged && (
        <Late fallback={<ExamSkeleton />}>
          <Result
            evaluation={evaluation}
            graded={isExam(evaluation)}
            detail={state.detail}
            course={course}
            missed={state.missed}
            onAgain={() => dispatch({ type: 'again' })}
          />
        </Late>
      )}
    </>
  )
}
