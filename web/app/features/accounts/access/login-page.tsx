import { IconArrowLeft, IconCircleCheck } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useBrand } from '../../../lib/brand'
import type { Draft } from '../../../lib/form'
import { homeOf, safeRedirect } from '../../../lib/redirect'
import { useSession } from '../../../lib/session'
import { Alert } from '../../../ui/alert'
import { NeedsScript } from '../../../ui/needs-script'
import { PageHead } from '../../../ui/page-head'
import { Stack } from '../../../ui/stack'
import { Text } from '../../../ui/text'
import { LoginForm, type LoginValues } from '../accounts'
import { AccountFrame } from './account-frame'
import classes from './account-links.module.css'
import { RecoverForm } from './recover-form'
import { RecoverUnsent } from './recover-unsent'
import { SignedInRedirect } from './signed-in-redirect'

function pathWithQuery(path: string, redirect: string | null, view?: string): string {
  const query = new URLSearchParams()
  if (view) query.set('vista', view)
  if (redirect) query.set('redirect', redirect)
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

type ViewProps = {
  redirect: string | null
  /** What was typed, for the other view. */
  typed: Draft<LoginValues>
}

function RecoverView({ redirect, typed }: ViewProps) {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const { nombre, envia_correos } = useBrand()
  const Form = envia_correos ? RecoverForm : RecoverUnsent
  const back = pathWithQuery(pathname, redirect)
  const { correo } = ((useSession() !== undefined && state) || {}) as { correo?: string }
  return (
    <div>
      <PageHead
        title="Recuperar contraseña"
        lead={
          envia_correos
            ? 'Escribe tu correo y te enviaremos un enlace para crear una contraseña nueva.'
            : `Este campus todavía no envía correos, así que no podemos mandarte un enlace. Escríbele a ${nombre} y te ayuda a entrar.`
        }
      />
      <NeedsScript what="Para recuperar tu contraseña" />
      <Stack>
        <Form
          key={correo}
          suggested={typed.current?.email || correo}
          onDone={() => navigate(back, { replace: true })}
        />
        <Link to={back} className={classes.link}>
          <IconArrowLeft size={18} aria-hidden />
          Volver a iniciar sesión
        </Link>
      </Stack>
    </div>
  )
}

function LoginView({ redirect, typed }: ViewProps) {
  const brand = useBrand()
  const location = useLocation()
  // State of the previous screen, which the server does not have; so it waits for hydration.
  const hydrated = useSession() !== undefined
  const { nota: note, correo } = ((hydrated && location.state) || {}) as { nota?: string; correo?: string }
  return (
    <div>
      <PageHead title="Iniciar sesión" lead={`Entra a tu campus de ${brand.nombre}.`} />
      <Stack>
        {note && (
          <Alert role="status" color="teal" icon={<IconCircleCheck aria-hidden />}>
            {note}
          </Alert>
        )}
        <NeedsScript what="Para iniciar sesión" />
        <LoginForm key={correo} suggested={correo} draft={typed} />
        <Link to={pathWithQuery(location.pathname, redirect, 'recuperar')} className={classes.link} preventScrollReset>
          ¿Olvidaste tu contraseña?
        </Link>
        <Text className={classes.register}>
          ¿Aún no tienes cuenta?{' '}
          <Link to={pathWithQuery('/registro', redirect)} className={classes.link}>
            Crear cuenta
          </Link>
        </Text>
      </Stack>
    </div>
  )
}

/** The recovery view has its own address, for the Back button. */
export default function LoginPage() {
  const session = useSession()
  const [query] = useSearchParams()
  const redirect = query.get('redirect')
  const typed = useRef<LoginValues | undefined>(undefined)
  if (session) return <SignedInRedirect target={safeRedirect(redirect, homeOf(session.user))} />
  return (
    <AccountFrame>
      {query.get('vista') === 'recuperar' ? (
        <RecoverView redirect={redirect} typed={typed} />
      ) : (
        <LoginView redirect={redirect} typed={typed} />
      )}
    </AccountFrame>
  )
}
