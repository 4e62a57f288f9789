import { Button, Text } from '@mantine/core'
import { Dialog, DialogActions } from '../../ui/dialog'
import { TEXTS } from './texts'

type TimeOverProps = {
  /** Whether something is still to be sent. */
  toSend?: boolean
  /** Since OK was pressed. */
  sending?: boolean | undefined
  offline?: boolean
  /** See the submitted state. */
  missed?: readonly number[]
  onOk: () => void
}

/** The submit has already begun; OK shows its result (docs/product/exams.md 3.7, 3.9). */
export function TimeOver({ toSend = false, sending = false, offline = false, missed = [], onOk }: TimeOverProps) {
  return (
    <Dialog onClose={onOk} title={TEXTS.timeOverTitle} closedby="none">
      <div role="status">
        {offline && <Text mb="sm">{TEXTS.timeOverOffline}</Text>}
        <Text>{toSend ? TEXTS.timeOverToSend : TEXTS.timeOverSent}</Text>
      </div>
      {missed.length > 0 && <Text mt="sm">{TEXTS.missed(missed)}</Text>}
      <DialogActions>
        <Button data-autofocus loading={sending && !offline} onClick={onOk}>
          OK
        </Button>
      </DialogActions>
    </Dialog>
  )
}
