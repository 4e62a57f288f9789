import { Button, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { loginPath } from '../../platform/redirect'
import { clearSession, readSession } from '../../platform/session'
import { LoginForm } from '../../ui/login-form'
import { TEXTS } from './texts'

/** Login over the screen that was being worked on; nothing of it is lost (contract section 3). */
export default function ReloginDialog({ onDone }: { onDone: (again: boolean) => void }) {
  const location = useLocation()
  const [user] = useState(() => readSession()?.user)
  const leave = () => {
    clearSession()
    onDone(false)
    window.location.assign(loginPath(location))
  }
  return (
    <Modal
      opened
      onClose={leave}
      title={TEXTS.ended}
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      // What was typed behind it would go with one key.
      closeOnEscape={false}
    >
      <Text mb="md">Vuelve a entrar y seguimos donde estabas. No se perdió nada.</Text>
      <LoginForm email={user?.correo} onDone={() => onDone(true)} />
      <Button variant="subtle" fullWidth mt="sm" onClick={leave}>
        Entrar con otra cuenta
      </Button>
    </Modal>
  )
}
