import { useState } from 'react'
import { useLocation } from 'react-router'
import { LoginForm } from '../features/accounts/accounts'
import { loginPath } from '../lib/redirect'
import { clearSession, readSession } from '../lib/session'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Stack } from '../ui/stack'
import { Text } from '../ui/text'

type LoginDialogProps = { onDone: (again: boolean) => void }

/** See docs/product/accounts.md 3.7. */
export default function LoginDialog({ onDone }: LoginDialogProps) {
  const location = useLocation()
  const [user] = useState(() => readSession()?.user)
  const leave = () => {
    clearSession()
    onDone(false)
    window.location.assign(loginPath(location))
  }
  return (
    <Dialog onClose={leave} title="Tu sesión terminó" closedby="none">
      <Stack>
        <Text>Vuelve a entrar y seguimos donde estabas. No se perdió nada.</Text>
        <LoginForm email={user?.correo} onDone={() => onDone(true)} />
        <Button variant="subtle" fullWidth onClick={leave}>
          Entrar con otra cuenta
        </Button>
      </Stack>
    </Dialog>
  )
}
