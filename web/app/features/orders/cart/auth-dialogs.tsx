import { ACCOUNT_CREATED_TITLE } from '@campus/contract/rules'
import { Button, Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Dialog } from '../../../ui/dialog'
import AuthDialog, { type AuthDialogProps } from './auth-dialog'
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
        <Group gap="md" wrap="nowrap" align="flex-start">
          <ThemeIcon size={44} radius="xl" color="teal" variant="light" aria-hidden>
            <IconCheck size={26} />
          </ThemeIcon>
          <div>
            <Text fw={700}>{TEXTS.registered}</Text>
            <Text>{TEXTS.registeredNext}</Text>
          </div>
        </Group>
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
