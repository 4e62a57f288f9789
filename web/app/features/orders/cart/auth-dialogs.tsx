import { ACCOUNT_CREATED_TITLE } from '@campus/contract/rules'
import { Button, Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Dialog } from '../../../ui/dialog'
import AuthDialog from './auth-dialog'
import { TEXTS } from './texts'
import type { Buy } from './use-buy'

function Registered({ opened, close, goOn }: Buy['registered']) {
  return (
    <Dialog opened={opened} onClose={close} title={ACCOUNT_CREATED_TITLE} centered>
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
export function AuthDialogs({ buy: { dialog, registered } }: { buy: Buy }) {
  return (
    <>
      <AuthDialog {...dialog} />
      <Registered {...registered} />
    </>
  )
}
