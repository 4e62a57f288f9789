import type { Evaluation, EvaluationDetail } from '@campus/contract/exams'
import { isExam } from '@campus/contract/rules'
import { Skeleton, Stack } from '@mantine/core'
import { type ComponentProps, lazy, useEffect, useState } from 'react'
import { modulesPath } from '../../lib/paths'
import { Late } from '../../ui/late'
import { Intro } from './intro'
import { LeaveGuard } from './leave-guard'
import { RunningExam } from './running-exam'
import { TimeOver } from './time-over'
import { type Exam, useExam } from './use-exam'

const Survey = lazy(() => import('./survey'))
const loadResult = () => import('./result')
const Result = lazy(loadResult)

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
    <Stack gap="lg" maw={760} mx="auto">
      <Skeleton height={56} radius="lg" />
      <Skeleton height={32} width="80%" />
      <Skeleton height={72} radius="lg" />
      <Skeleton height={72} radius="lg" />
      <Skeleton height={72} radius="lg" />
    </Stack>
  )
}

function Running(props: ComponentProps<typeof RunningExam>) {
  const { evaluation, running, saver } = props
  const survey = !isExam(evaluation)
  // Loaded with the attempt: the connection may be poor when it is sent.
  useEffect(() => void loadResult().catch(() => undefined), [])
  return (
    <>
      {survey ? (
        <Late fallback={<ExamSkeleton />}>
          <Survey {...props} />
        </Late>
      ) : (
        <RunningExam {...props} />
      )}
      <LeaveGuard active={!(running.phase === 'sending' && running.outOfTime)} survey={survey} saver={saver} />
    </>
  )
}

function OutOfTime({ exam: { state, dispatch, submitNow } }: { exam: Exam }) {
  const acknowledge = () => dispatch({ type: 'acknowledge' })
  if (state.phase === 'sending' && state.outOfTime) {
    const offline = state.problem?.code === 'SIN_CONEXION'
    const ok = () => {
      acknowledge()
      // A busy server has said when to come again.
      if (offline) void submitNow()
    }
    return <TimeOver toSend offline={offline} sending={state.acknowledged} onOk={ok} />
  }
  if (state.phase === 'submitted' && !state.acknowledged) return <TimeOver missed={state.missed} onOk={acknowledge} />
  return null
}

export function ExamScreen({ evaluation, detail, receivedAt }: ExamScreenProps) {
  const exam = useExam(evaluation)
  const { state, dispatch, saver } = exam
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
      {(state.phase === 'started' || state.phase === 'sending') && saver && (
        <Running evaluation={evaluation} exam={exam} running={state} saver={saver} leaveTo={course} />
      )}
      {state.phase === 'submitted' && !state.acknowledged && <div data-solo />}
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
      <OutOfTime exam={exam} />
    </>
  )
}
