import { ACCOUNT_CREATED_TITLE } from '@campus/contract/rules'
import { lazy, useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useBrand } from '../../../lib/brand'
import { client } from '../../../lib/client'
import { safeRedirect } from '../../../lib/redirect'
import { seo } from '../../../lib/seo'
import { type Session, useSession } from '../../../lib/session'
import { Late } from '../../../ui/late'
import { NeedsScript } from '../../../ui/needs-script'
import { PageHead } from '../../../ui/page-head'
import { Stack } from '../../../ui/stack'
import { Text } from '../../../ui/text'
import { RegisterForm } from '../accounts'
import type { Route } from './+types/register-page'
import { AccountFrame } from './account-frame'
import classes from './account-links.module.css'
import { SignedInRedirect } from './signed-in-redirect'

const loadDialog = () => import('./notice-dialog')
const NoticeDialog = lazy(loadDialog)

export const meta: Route.MetaFunction = (args) =>
  seo(args, {
    title: 'Crear cuenta',
    description: 'Crea tu cuenta gratis y empieza hoy: cursos cortos, a tu ritmo.',
  })

/** The user logs in by hand next (docs/product/accounts.md 2.5), so the session in the response must not stay open. */
function revokeSession({ token }: Session): void {
  const headers = { authorization: `Bearer ${token}` }
  void client.POST('/api/logout', { headers, keepalive: true }).catch(() => undefined)
}

/** See docs/product/accounts.md 2.5. */
export default function RegisterPage() {
  const brand = useBrand()
  const session = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [correo, setCorreo] = useState<string>()
  useEffect(() => void loadDialog().catch(() => undefined), [])
  const target = safeRedirect(query.get('redirect'))
  const login = `/login?redirect=${encodeURIComponent(target)}`
  if (session) return <SignedInRedirect target={target} />
  const onCreated = (created: Session) => {
    revokeSession(created)
    setCorreo(created.user.correo)
  }
  return (
    <AccountFrame>
      <PageHead
        title="Crear cuenta"
        documentTitle={null}
        lead={`Tu cuenta de ${brand.nombre} es gratis: solo pagas si compras un curso.`}
      />
      <Stack>
        <NeedsScript what="Para crear tu cuenta" />
        <RegisterForm fallback="Ocurrió un error inesperado." onDone={onCreated} />
        <Text className={classes.register}>
          ¿Ya tienes cuenta?{' '}
          <Link to={login} className={classes.link}>
            Inicia sesión
          </Link>
        </Text>
      </Stack>
      {correo && (
        <Late failed={<Link to={login}>{ACCOUNT_CREATED_TITLE}. Inicia sesión</Link>}>
          <NoticeDialog
            title={ACCOUNT_CREATED_TITLE}
            action="Iniciar sesión"
            onDone={() => navigate(login, { replace: true, state: { correo } })}
          >
            Ya puedes iniciar sesión con <strong>{correo}</strong>.
          </NoticeDialog>
        </Late>
      )}
    </AccountFrame>
  )
}
