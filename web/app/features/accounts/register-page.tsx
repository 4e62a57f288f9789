import { ACCOUNT_CREATED_TITLE } from '@campus/contract/rules'
import { Anchor, Button, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useBrand } from '../../platform/brand'
import { client } from '../../platform/client'
import { safeRedirect } from '../../platform/redirect'
import { seo } from '../../platform/seo'
import { type Session, useSession } from '../../platform/session'
import { NeedsScript } from '../../ui/needs-script'
import { PageHead } from '../../ui/page-head'
import { RegisterForm } from '../../ui/register-form'
import type { Route } from './+types/register-page'
import { AccountFrame } from './account-frame'
import classes from './account-links.module.css'
import { GoOn } from './go-on'
import { TEXTS } from './texts'

export const meta: Route.MetaFunction = (args) =>
  seo(args, {
    title: 'Crear cuenta',
    description: 'Crea tu cuenta gratis y empieza hoy: cursos cortos, a tu ritmo, con examen y certificado.',
  })

/** The specification asks to log in by hand: the session that the answer carries would be one that nobody closes. */
function giveBack({ token }: Session): void {
  const headers = { authorization: `Bearer ${token}` }
  void client.POST('/api/logout', { headers, keepalive: true }).catch(() => undefined)
}

function Created({ correo, onGo }: { correo: string | undefined; onGo: () => void }) {
  return (
    <Modal
      opened={correo !== undefined}
      onClose={onGo}
      title={ACCOUNT_CREATED_TITLE}
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <Stack gap="lg">
        <Text>
          Ya puedes iniciar sesión con <strong>{correo}</strong>.
        </Text>
        <Button onClick={onGo} data-autofocus fullWidth>
          Iniciar sesión
        </Button>
      </Stack>
    </Modal>
  )
}

/** A new account (storefront.md section 2); then to the login, which leads on to `redirect`, by default the dashboard. */
export default function RegisterPage() {
  const brand = useBrand()
  const session = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [correo, setCorreo] = useState<string>()
  const target = safeRedirect(query.get('redirect'))
  const login = `/login?redirect=${encodeURIComponent(target)}`
  if (session) return <GoOn target={target} />
  const made = (created: Session) => {
    giveBack(created)
    setCorreo(created.user.correo)
  }
  return (
    <AccountFrame>
      <PageHead title="Crear cuenta" documentTitle={null} lead={`Estudia en ${brand.nombre}: solo toma un minuto.`} />
      <Stack gap="md">
        <NeedsScript what="Para crear tu cuenta" />
        <RegisterForm emailLabel="Correo Electrónico" fallback={TEXTS.registrationFailed} onDone={made} />
        <Text className={classes.register}>
          ¿Ya tienes cuenta?{' '}
          <Anchor component={Link} to={login} className={classes.link}>
            Inicia sesión
          </Anchor>
        </Text>
      </Stack>
      <Created correo={correo} onGo={() => navigate(login, { replace: true, state: { correo } })} />
    </AccountFrame>
  )
}
