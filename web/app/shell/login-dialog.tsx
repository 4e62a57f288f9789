import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { LoginForm } from '../features/accounts/accounts'
import { CampusProviders } from '../lib/campus-providers'
import { loginPath } from '../lib/redirect'
import { clearSession, readSession } from '../lib/session'
import { Dialog } from '../ui/dialog'

type LoginDialogProps = { onDone: (again: boolean) => void }

function AskLogin({ onDone }: LoginDialogProps) {
  const location = useLocation()
  const [user] = useState(() => readSession()?.user)
  const leave = () => {
    clearSession()
    onDone(false)
    window.location.assign(loginPath(location))
  }
  return (
    <Dialog onClose={leave} title="Tu sesión terminó" closedby="none">
      <Text mb="md">Vuelve a entrar y seguimos donde estabas. No se perdió nada.</Text>
      <LoginForm email={user?.correo} onDone={() => onDone(true)} />
      <Button variant="subtle" fullWidth mt="sm" onClick={leave}>
        Entrar con otra cuenta
      </Button>
    </Dialog>
  )
}

/** See docs/product/accounts.md 3.7. */
export default function LoginDialog(props: LoginDialogProps) {
  return (
    <CampusProviders>
      <AskLogin {...props} />
    </CampusProviders>
  )
}
