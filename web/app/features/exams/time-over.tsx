import { Button, Group, Text } from '@mantine/core'
import { Dialog } from '../../ui/dialog'
import type { Problem } from './exam-machine'
import { TEXTS } from './texts'

type TimeOverProps = {
  /** The attempt is being submitted, with or without the OK. */
  waiting: boolean
  problem: Problem | null
  /** See the submitted state. */
  missed: readonly number[]
  onRetry: () => void
  onOk: () => void
}

/** The submit has already begun; OK shows its result (docs/product/exams.md 3.7, 3.9). */
export function TimeOver({ waiting, problem, missed, onRetry, onOk }: TimeOverProps) {
  const sent = waiting ? TEXTS.timeOverSending : TEXTS.timeOverSent
  const text = problem?.code === 'SIN_CONEXION' ? TEXTS.timeOverOffline : sent
  return (
    <Dialog
      opened
      onClose={waiting ? () => undefined : onOk}
      title={TEXTS.timeOverTitle}
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <Text role="status">{text}</Text>
      {missed.length > 0 && <Text mt="sm">{TEXTS.missed(missed)}</Text>}
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus loading={waiting && !problem} onClick={waiting ? onRetry : onOk}>
          {problem ? TEXTS.timeOverRetry : 'OK'}
        </Button>
      </Group>
    </Dialog>
  )
}
