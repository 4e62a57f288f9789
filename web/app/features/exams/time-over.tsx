import { Button, Group, Modal, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import type { Problem } from './exam-machine'
import { TEXTS } from './texts'

type TimeOverProps = {
  /** The attempt is being submitted, with or without the OK. */
  waiting: boolean
  /** The server closed the attempt before this device did. */
  closed: boolean
  problem: Problem | null
  onRetry: () => void
  onOk: () => void
}

/** The submit has already begun; OK shows its result (docs/product/exams.md 3.7). */
export function TimeOver({ waiting, closed, problem, onRetry, onOk }: TimeOverProps) {
  useWindowEvent('online', onRetry)
  return (
    <Modal
      opened
      onClose={waiting ? () => undefined : onOk}
      title={TEXTS.timeOverTitle}
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <Text fw={600}>{closed ? TEXTS.timeOverClosed : TEXTS.timeOverText}</Text>
      {!closed && (
        <Text c="dimmed" mt={4} role="status">
          {problem ? TEXTS.timeOverOffline : TEXTS.timeOverSent}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus loading={waiting && !problem} onClick={waiting ? onRetry : onOk}>
          OK
        </Button>
      </Group>
    </Modal>
  )
}
