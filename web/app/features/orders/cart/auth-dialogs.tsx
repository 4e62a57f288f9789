import { ACCOUNT_CREATED_TITLE } from '@campus/contract/rules'
import { IconCheck } from '@tabler/icons-react'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { IconTile } from '../../../ui/icon-tile'
import { Stack } from '../../../ui/stack'
import { Text } from '../../../ui/text'
import AuthDialog, { type AuthDialogProps } from './auth-dialog'
import classes from './auth-dialog.module.css'
import { TEXTS } from './texts'

export type AuthDialogsProps = {
  dialog: AuthDialogProps
  registered: { opened: boolean; close: () => void; goOn: () => void }
}

function Registered({ opened, close, goOn }: AuthDialogsProps['registered']) {
  if (!opened) return null
  return (
    <Dialog onClose={close} title={ACCOUNT_CREATED_TITLE}>
      <Stack gap="lg">
        <div className={classes.done}>
          <IconTile icon={IconCheck} tone="good" />
          <div>
            <strong>{TEXTS.registered}</strong>
            <Text>{TEXTS.registeredNext}</Text>
          </div>
        </div>
        <Button onClick={goOn} size="lg" data-autofocus fullWidth>
          Continuar con mi compra
        </Button>
      </Stack>
    </Dialog>
  )
}

/** Login or registration, and the confirmation after it. */
export default function AuthDialogs({ dialog, registered }: AuthDialogsProps) {
  return (
    <>
      <AuthDialog {...dialog} />
      <Registered {...registered} />
    </>
  )
}
