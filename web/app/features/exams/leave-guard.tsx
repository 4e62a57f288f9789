import { useLeaveBlocker } from '../../lib/leave-blocker'
import { Button } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Text } from '../../ui/text'
import type { AnswerSaver } from './answer-saver'
import { TEXTS } from './texts'

type LeaveGuardProps = { active: boolean; survey: boolean; saver: AnswerSaver }

/** Asks before a running exam is left. */
export function LeaveGuard({ active, survey, saver }: LeaveGuardProps) {
  const blocker = useLeaveBlocker(() => active)
  function leave(): void {
    void saver
      .flush()
      .catch(() => undefined)
      .finally(() => saver.stop())
    blocker.proceed?.()
  }
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog onClose={() => blocker.reset?.()} title={survey ? TEXTS.leaveSurveyTitle : TEXTS.leaveTitle}>
      <Text>{survey ? TEXTS.leaveSurveyText : TEXTS.leaveText}</Text>
      <DialogActions>
        <Button variant="default" onClick={leave}>
          {TEXTS.leaveGo}
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          {survey ? TEXTS.leaveSurveyStay : TEXTS.leaveStay}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
