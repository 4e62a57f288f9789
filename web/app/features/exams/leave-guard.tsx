import { Button, Group, Modal, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useBlocker } from 'react-router'
import type { AnswerSaver } from './answer-saver'
import { T } from './texts'

/** Leaving a running exam asks first: by the browser when the page closes, by a dialog inside the campus. */
export function LeaveGuard({ active, saver }: { active: boolean; saver: AnswerSaver }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  )
  useWindowEvent('beforeunload', (event) => {
    if (active) event.preventDefault()
  })
  function leave(): void {
    void saver
      .flush()
      .catch(() => undefined)
      .finally(() => saver.stop())
    blocker.proceed?.()
  }
  return (
    <Modal opened={blocker.state === 'blocked'} onClose={() => blocker.reset?.()} title={T.leaveTitle} centered>
      <Text>{T.leaveText}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={leave}>
          {T.leaveGo}
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          {T.leaveStay}
        </Button>
      </Group>
    </Modal>
  )
}
