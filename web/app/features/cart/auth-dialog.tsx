import { Anchor, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Session } from '../../platform/session'
import { LoginForm } from '../../ui/login-form'
import { RegisterForm } from '../../ui/register-form'
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

/** One of the two forms; the hidden one stays in the page, so that nothing that was typed is lost. */
function Shown({ shown, children }: { shown: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(shown)
  // The toggle that had the focus is hidden with its form.
  useEffect(() => {
    if (shown && !before.current) box.current?.querySelector('input')?.focus()
    before.current = shown
  }, [shown])
  return (
    // As a style: the dialog's focus trap looks for it there.
    <div ref={box} style={{ display: shown ? undefined : 'none' }}>
      {children}
    </div>
  )
}

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

/** Login or registration over the cart (storefront.md section 2). */
export default function AuthDialog({ opened, onClose, onLogin, onRegistered }: AuthDialogProps) {
  const [view, setView] = useState<View>('login')
  return (
    <Modal opened={opened} onClose={onClose} title={TITLES[view]} centered keepMounted closeOnClickOutside={false}>
      <Text c="dimmed" mb="md">
        Tu carrito se queda como está.
      </Text>
      <Shown shown={view === 'login'}>
        <Stack gap="sm">
          <LoginForm submitLabel={T.login} autoFocus={view === 'login'} onDone={onLogin} />
          <Anchor component={Link} to="/login?vista=recuperar&redirect=%2Fcarrito" className={classes.link}>
            ¿Olvidaste tu contraseña?
          </Anchor>
          <Toggle question="¿Aún no tienes cuenta?" label="Regístrate" onClick={() => setView('registro')} />
        </Stack>
      </Shown>
      <Shown shown={view === 'registro'}>
        <Stack gap="sm">
          <RegisterForm
            emailLabel="Correo"
            fallback={T.registrationFailed}
            autoFocus={view === 'registro'}
            onDone={onRegistered}
          />
          <Toggle question="¿Ya tienes cuenta?" label="Inicia sesión" onClick={() => setView('login')} />
        </Stack>
      </Shown>
    </Modal>
  )
}
