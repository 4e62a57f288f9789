import { useWindowEvent } from '@mantine/hooks'
import { useBlocker } from 'react-router'
import { readSession } from '../../platform/session'
import { Confirm } from '../../ui/confirm'
import { T } from './texts'

/** Leaving what is not saved asks first: by the browser when the page closes, by a dialog inside the campus. */
export function LeaveGuard({ active }: { active: boolean }) {
  // Who logged out or deleted the account has nothing left to save.
  const asks = () => active && readSession() !== null
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => asks() && currentLocation.pathname !== nextLocation.pathname,
  )
  useWindowEvent('beforeunload', (event) => {
    if (asks()) event.preventDefault()
  })
  return (
    <Confirm
      opened={blocker.state === 'blocked'}
      title={T.leaveTitle}
      action={T.leaveGo}
      cancel={T.leaveStay}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {T.leaveText}
    </Confirm>
  )
}
