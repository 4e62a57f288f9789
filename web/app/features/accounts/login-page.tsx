import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconCircleCheck } from '@tabler/icons-react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useBrand } from '../../platform/brand'
import { safeRedirect } from '../../platform/redirect'
import { useSession } from '../../platform/session'
import { LoginForm } from '../../ui/login-form'
import { PageHead } from '../../ui/page-head'
import { AccountFrame } from './account-frame'
import classes from './account-links.module.css'
import { GoOn } from './go-on'
import { RecoverForm } from './recover-form'

function address(path: string, redirect: string | null, view?: string): string {
  const query = new URLSearchParams()
  if (view) query.set('vista', view)
  if (redirect) query.set('redirect', redirect)
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

function RecoverView({ redirect }: { redirect: string | null }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const back = address(pathname, redirect)
  return (
    <div>
      <PageHead
        title="Recuperar contraseña"
        lead="Escribe tu correo y te enviaremos un enlace para crear una contraseña nueva."
      />
      <RecoverForm onDone={() => navigate(back, { replace: true })} />
      <Anchor component={Link} to={back} className={classes.link} mt="md">
        <IconArrowLeft size={18} aria-hidden />
        Volver a iniciar sesión
      </Anchor>
    </div>
  )
}

function LoginView({ redirect }: { redirect: string | null }) {
  const brand = useBrand()
  const location = useLocation()
  // What the screen before left in the history; the server knows nothing of it, so it waits for the first render.
  const arrived = useSession() !== undefined
  const { nota: note, correo } = ((arrived && location.state) || {}) as { nota?: string; correo?: string }
  return (
    <div>
      <PageHead title="Iniciar sesión" lead={`Entra a tu campus de ${brand.nombre}.`} />
      <Stack gap="md">
        {note && (
          <Alert role="status" color="teal" icon={<IconCircleCheck aria-hidden />}>
            {note}
          </Alert>
        )}
        <LoginForm key={correo} suggested={correo} />
        <Anchor
          component={Link}
          to={address(location.pathname, redirect, 'recuperar')}
          className={classes.link}
          preventScrollReset
        >
          ¿Olvidaste tu contraseña?
        </Anchor>
        <Text className={classes.register}>
          ¿Aún no tienes cuenta?{' '}
          <Anchor component={Link} to={address('/registro', redirect)} className={classes.link}>
            Crear cuenta
          </Anchor>
        </Text>
      </Stack>
    </div>
  )
}

/** Login with its password-recovery view, which is a place of its own for the Back button. */
export default function LoginPage() {
  const session = useSession()
  const [query] = useSearchParams()
  const redirect = query.get('redirect')
  if (session) return <GoOn target={safeRedirect(redirect)} />
  return (
    <AccountFrame>
      {query.get('vista') === 'recuperar' ? <RecoverView redirect={redirect} /> : <LoginView redirect={redirect} />}
    </AccountFrame>
  )
}
