import { useLeaveBlocker } from '../../../lib/leave-blocker'
import { readSession } from '../../../lib/session'
import { Confirm } from '../../../ui/confirm'
import { TEXTS } from './texts'

/** Asks before unsaved changes are left. */
export function LeaveGuard({ active }: { active: boolean }) {
  // After logout or account deletion nothing is left to save.
  const blocker = useLeaveBlocker(() => active && readSession() !== null)
  return (
    <Confirm
      opened={blocker.state === 'blocked'}
      title={TEXTS.leaveTitle}
      action={TEXTS.leaveGo}
      cancel={TEXTS.leaveStay}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {TEXTS.leaveText}
    </Confirm>
  )
}
