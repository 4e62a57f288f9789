import { Button, Group, Modal, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import type { Problem } from './exam-machine'
import { TEXTS } from './texts'

type TimeOverProps = {
  /** The attempt is being submitted, with or without the OK. */
  waiting: boolean
  problem: Problem | null
  onRetry: () => void
  onOk: () => void
}

/** The submit has already begun; OK shows its result (docs/product/exams.md 3.7). */
export function TimeOver({ waiting, problem, onRetry, onOk }: TimeOverProps) {
  useWindowEvent('online', onRetry)
  const sent = waiting ? TEXTS.timeOverSending : TEXTS.timeOverSent
  const text = problem?.code === 'SIN_CONEXION' ? TEXTS.timeOverOffline : sent
  return (
    <Modal
      opened
      onClose={waiting ? () => undefined : onOk}
      title={TEXTS.timeOverTitle}
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <Text role="status">{text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus loading={waiting && !problem} onClick={waiting ? onRetry : onOk}>
          OK
        </Button>
      </Group>
    </Modal>
  )
}
