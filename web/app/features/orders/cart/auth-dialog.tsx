import { type MouseEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useNavigate } from 'react-router'
import { isKnownDevice, type Session } from '../../../lib/session'
import { Dialog } from '../../../ui/dialog'
import { Stack } from '../../../ui/stack'
import { Text } from '../../../ui/text'
import { LoginForm, type LoginValues, RegisterForm, type RegisterValues } from '../../accounts/accounts'
import classes from './auth-dialog.module.css'
import { TEXTS } from './texts'

export type AuthDialogProps = {
  opened: boolean
  onClose: () => void
  /** The form has already stored the session. */
  onLogin: () => void
  onRegistered: (session: Session) => void
}

type View = 'login' | 'registro'

const TITLES: Record<View, string> = { login: 'Inicia sesión para comprar', registro: 'Crea tu cuenta para comprar' }

function Toggle({ question, label, onClick }: { question: string; label: string; onClick: () => void }) {
  return (
    <Text className={classes.toggle}>
      <span>{`${question} `}</span>
      <button type="button" onClick={onClick} className={classes.link}>
        {label}
      </button>
    </Text>
  )
}

/**
 * Login or registration over the cart (docs/product/shop.md 4.5); who was never here begins with the registration.
 * Switching between them keeps what was typed, and the mail goes along.
 */
export default function AuthDialog({ opened, onClose, onLogin, onRegistered }: AuthDialogProps) {
  const [view, setView] = useState<View>(() => (isKnownDevice() ? 'login' : 'registro'))
  const [mail, setMail] = useState('')
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const login = useRef<LoginValues>(undefined)
  const registration = useRef<RegisterValues>(undefined)
  const typed = () => (view === 'login' ? login.current?.email : registration.current?.correo) || mail
  const toggle = (next: View) => {
    const correo = typed()
    if (login.current) login.current = { ...login.current, email: correo }
    if (registration.current) registration.current = { ...registration.current, correo }
    // The focused toggle is removed with its form.
    flushSync(() => {
      setMail(correo)
      setView(next)
    })
    const fields = [...(box.current?.querySelectorAll('input') ?? [])]
    const empty = fields.find(({ value }) => value === '') ?? fields[0]
    empty?.focus()
  }
  const recover = (event: MouseEvent) => {
    event.preventDefault()
    navigate('/login?vista=recuperar&redirect=%2Fcarrito', { state: { correo: typed() } })
  }
  if (!opened) return null
  return (
    <Dialog keeps onClose={onClose} title={TITLES[view]} closedby="closerequest">
      <Stack gap="sm" ref={box} className={classes.box}>
        <Text dimmed>Lo que elegiste sigue en tu carrito.</Text>
        {view === 'login' ? (
          <>
            <LoginForm submitLabel={TEXTS.login} autoFocus suggested={mail} draft={login} onDone={onLogin} />
            <Link to="/login?vista=recuperar&redirect=%2Fcarrito" className={classes.link} onClick={recover}>
              ¿Olvidaste tu contraseña?
            </Link>
            <Toggle question="¿Aún no tienes cuenta?" label="Regístrate" onClick={() => toggle('registro')} />
          </>
        ) : (
          <>
            <RegisterForm
              fallback={TEXTS.registrationFailed}
              autoFocus
              suggested={mail}
              draft={registration}
              onKnown={() => toggle('login')}
              onDone={onRegistered}
            />
            <Toggle question="¿Ya tienes cuenta?" label="Inicia sesión" onClick={() => toggle('login')} />
          </>
        )}
      </Stack>
    </Dialog>
  )
}
