import { Button, Group, Modal, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import type { Problem } from './exam-machine'
import { T } from './texts'

type TimeOverProps = {
  /** The attempt is being sent; it is sent without the OK. */
  waiting: boolean
  problem: Problem | null
  onRetry: () => void
  onOk: () => void
}

const RETRY_MS = 4000

function note({ waiting, problem }: Pick<TimeOverProps, 'waiting' | 'problem'>): string {
  if (problem) return T.timeOverOffline
  return waiting ? T.timeOverSending : T.timeOverSent
}

/** «Tiempo Terminado»: the sending has already begun, OK shows what came of it (campus.md section 4). */
export function TimeOver({ waiting, problem, onRetry, onOk }: TimeOverProps) {
  useInterval(() => problem && onRetry(), RETRY_MS, { autoInvoke: true })
  return (
    <Modal
      opened
      onClose={waiting ? () => undefined : onOk}
      title={T.timeOverTitle}
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <Text fw={600}>{T.timeOverText}</Text>
      <Text c="dimmed" mt={4} role="status">
        {note({ waiting, problem })}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus loading={waiting && !problem} onClick={waiting ? onRetry : onOk}>
          OK
        </Button>
      </Group>
    </Modal>
  )
}
