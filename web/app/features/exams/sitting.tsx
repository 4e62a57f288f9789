import type { Evaluation } from '@campus/contract/exams'
import { isExam } from '@campus/contract/rules'
import { type ComponentProps, useEffect } from 'react'
import { LeaveGuard } from './leave-guard'
import { RunningExam } from './running-exam'
import { Survey } from './survey'
import { TimeOver } from './time-over'
import type { Exam } from './use-exam'

function Running(props: ComponentProps<typeof RunningExam>) {
  const { evaluation, running, saver } = props
  const survey = !isExam(evaluation)
  // Loaded with the attempt: the connection may be poor when it is sent.
  useEffect(() => void import('./result').catch(() => undefined), [])
  return (
    <>
      {survey ? <Survey {...props} /> : <RunningExam {...props} />}
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

type SittingProps = { evaluation: Evaluation; exam: Exam; leaveTo: string }

/** An attempt from its first question until its end is acknowledged; nothing before. */
export default function Sitting({ evaluation, exam, leaveTo }: SittingProps) {
  const { state, saver } = exam
  return (
    <>
      {(state.phase === 'started' || state.phase === 'sending') && saver && (
        <Running evaluation={evaluation} exam={exam} running={state} saver={saver} leaveTo={leaveTo} />
      )}
      {state.phase === 'submitted' && !state.acknowledged && <div data-solo />}
      <OutOfTime exam={exam} />
    </>
  )
}
