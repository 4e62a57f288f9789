import { Button } from '../../ui/button'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Stack } from '../../ui/stack'
import { Text } from '../../ui/text'
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
      <Stack gap="sm">
        <Stack gap="sm" role="status">
          {offline && <Text>{TEXTS.timeOverOffline}</Text>}
          <Text>{toSend ? TEXTS.timeOverToSend : TEXTS.timeOverSent}</Text>
        </Stack>
        {missed.length > 0 && <Text>{TEXTS.missed(missed)}</Text>}
      </Stack>
      <DialogActions>
        <Button data-autofocus loading={sending && !offline} onClick={onOk}>
          OK
        </Button>
      </DialogActions>
    </Dialog>
  )
}
