import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { api } from '../../../lib/api'
import { failureText } from '../../../lib/errors'
import { readSession, updateUser, useSession } from '../../../lib/session'
import { LinkButton } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { NeedsScript } from '../../../ui/needs-script'
import { PageHead } from '../../../ui/page-head'
import { AccountFrame } from './account-frame'

const TITLE = 'Confirmar tu correo'

/** Opened from the mail; uses up the link at once (docs/product/accounts.md 2.6). */
export default function VerifyPage() {
  const { idusuario = '' } = useParams()
  const [query] = useSearchParams()
  const token = useRef(query.get('token') ?? '')
  const started = useRef(false)
  const session = useSession()
  const verify = api.useMutation('post', '/api/verificar-correo/{id}', {
    meta: { handled: true },
    onSuccess: () => {
      if (String(readSession()?.user.id) === idusuario) updateUser({ correo_verificado: true })
    },
  })
  const { mutate } = verify
  useEffect(() => {
    if (started.current) return
    started.current = true
    mutate({ params: { path: { id: idusuario } }, body: { token: token.current } })
    // The token must not stay in the history.
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [mutate, idusuario])
  const told = verify.isSuccess || verify.isError
  const next = (
    <LinkButton to={session ? '/inicio' : '/login'}>{session ? 'Ir a mi campus' : 'Iniciar sesión'}</LinkButton>
  )
  return (
    <AccountFrame>
      <meta name="referrer" content="no-referrer" />
      <PageHead title={TITLE} hidden={told} lead={!told && 'Un momento, por favor…'} />
      <NeedsScript what="Para confirmar tu correo" />
      {verify.isSuccess && (
        <EmptyState
          role="status"
          icon={IconCircleCheck}
          title="Correo confirmado"
          text="Listo: tus comprobantes, avisos y enlaces de acceso te llegarán a este correo."
          action={next}
        />
      )}
      {verify.isError && (
        <EmptyState
          role="alert"
          icon={IconLinkOff}
          title={failureText(verify.error)}
          text="Si ya lo confirmaste, no tienes que hacer nada. Si no, entra a tu campus y pide otro enlace: el aviso está arriba."
          action={next}
        />
      )}
    </AccountFrame>
  )
}
