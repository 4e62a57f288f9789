import { ACCOUNT_CREATED_TITLE } from '@campus/contract/rules'
import { Button, Group, Modal, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { T } from './texts'
import type { Buy } from './use-buy'

function Registered({ opened, close, goOn }: Buy['registered']) {
  return (
    <Modal opened={opened} onClose={close} title={ACCOUNT_CREATED_TITLE} centered>
      <Stack gap="lg">
        <Group gap="md" wrap="nowrap" align="flex-start">
          <ThemeIcon size={44} radius="xl" color="teal" variant="light" aria-hidden>
            <IconCheck size={26} />
          </ThemeIcon>
          <div>
            <Text fw={700}>{T.registered}</Text>
            <Text>{T.registeredNext}</Text>
          </div>
        </Group>
        <Button onClick={goOn} size="lg" data-autofocus fullWidth>
          Continuar con mi compra
        </Button>
      </Stack>
    </Modal>
  )
}

/** What stands over the cart: login or registration, loaded when it is asked for, and the good news after it. */
export function AuthDialogs({ buy: { Dialog, dialog, registered } }: { buy: Buy }) {
  return (
    <>
      {Dialog && <Dialog {...dialog} />}
      <Registered {...registered} />
    </>
  )
}
