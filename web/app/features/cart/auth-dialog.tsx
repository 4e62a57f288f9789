import { Anchor, Modal, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { Session } from '../../platform/session'
import { LoginForm, type LoginValues } from '../../ui/login-form'
import { RegisterForm, type RegisterValues } from '../../ui/register-form'
import classes from './auth-dialog.module.css'
import { T } from './texts'

export type AuthDialogProps = {
  opened: boolean
  onClose: () => void
  /** The session is kept already. */
  onLogin: () => void
  onRegistered: (session: Session) => void
}

type View = 'login' | 'registro'

const TITLES: Record<View, string> = { login: 'Inicia sesión para comprar', registro: 'Crea tu cuenta para comprar' }

function Toggle({ question, label, onClick }: { question: string; label: string; onClick: () => void }) {
  return (
    <Text className={classes.toggle}>
      {question}{' '}
      <Anchor component="button" type="button" onClick={onClick} className={classes.link}>
        {label}
      </Anchor>
    </Text>
  )
}

/** Login or registration over the cart (storefront.md section 2); what was typed into either stays until it is used. */
export default function AuthDialog({ opened, onClose, onLogin, onRegistered }: AuthDialogProps) {
  const [view, setView] = useState<View>('login')
  const box = useRef<HTMLDivElement>(null)
  const login = useRef<LoginValues>(undefined)
  const registration = useRef<RegisterValues>(undefined)
  const toggle = (next: View) => {
    // The toggle that had the focus goes away with its form.
    flushSync(() => setView(next))
    box.current?.querySelector('input')?.focus()
  }
  return (
    <Modal opened={opened} onClose={onClose} title={TITLES[view]} centered closeOnClickOutside={false}>
      <Stack gap="sm" ref={box}>
        <Text c="dimmed">Tu carrito se queda como está.</Text>
        {view === 'login' ? (
          <>
            <LoginForm submitLabel={T.login} autoFocus draft={login} onDone={onLogin} />
            <Anchor component={Link} to="/login?vista=recuperar&redirect=%2Fcarrito" className={classes.link}>
              ¿Olvidaste tu contraseña?
            </Anchor>
            <Toggle question="¿Aún no tienes cuenta?" label="Regístrate" onClick={() => toggle('registro')} />
          </>
        ) : (
          <>
            <RegisterForm
              emailLabel="Correo"
              fallback={T.registrationFailed}
              autoFocus
              draft={registration}
              onDone={onRegistered}
            />
            <Toggle question="¿Ya tienes cuenta?" label="Inicia sesión" onClick={() => toggle('login')} />
          </>
        )}
      </Stack>
    </Modal>
  )
}
