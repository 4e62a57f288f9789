import { IconCircleCheck, IconLinkOff, IconMail } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { api } from '../../../lib/api'
import { ApiError, failureText } from '../../../lib/errors'
import { readSession, updateUser, useSession } from '../../../lib/session'
import { Button, LinkButton } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { Failure } from '../../../ui/failure'
import { NeedsScript } from '../../../ui/needs-script'
import { PageHead } from '../../../ui/page-head'
import { AccountFrame } from './account-frame'

const TITLE = 'Confirmar tu correo'

/** What the link does, and using it up: `correo` is the new mail of a change, null where it confirms the one that stands. */
function useMailLink(id: string) {
  const [search] = useSearchParams()
  const [token] = useState(() => search.get('token') ?? '')
  const params = { path: { id } }
  const link = api.useQuery(
    'get',
    '/api/verificar-correo/{id}',
    { params: { ...params, query: { token } } },
    { retry: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  )
  const correo = link.data?.data.correo
  const verify = api.useMutation('post', '/api/verificar-correo/{id}', {
    meta: { handled: true },
    onSuccess: () => {
      if (String(readSession()?.user.id) === id) updateUser({ correo_verificado: true, ...(correo && { correo }) })
    },
  })
  // The token must not stay in the history.
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), [])
  return { link, correo, verify, confirm: () => verify.mutate({ params, body: { token } }) }
}

function Confirmed({ correo, next }: { correo: string | null | undefined; next: ReactNode }) {
  return (
    <EmptyState
      role="status"
      icon={IconCircleCheck}
      title={correo ? 'Tu correo cambió' : 'Correo confirmado'}
      text={
        correo
          ? `Desde ahora entras con ${correo}, y aquí te llegan tus comprobantes y avisos. Tu contraseña es la misma.`
          : 'Listo: tus comprobantes, avisos y enlaces de acceso te llegarán a este correo.'
      }
      action={next}
    />
  )
}

const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code

/** By another account since it was asked for. */
const isTaken = (error: unknown): boolean => hasCode(error, 'DATOS_INVALIDOS')

/** Pressing again does not help. */
const isOver = (error: unknown): boolean => isTaken(error) || hasCode(error, 'ENLACE_INVALIDO')

const DEAD_TEXT =
  'Si ya lo confirmaste, no tienes que hacer nada. Si no, entra a tu campus y pide otro enlace: el aviso está arriba. Si cambias de correo, pídeselo a tu academia.'

/** Opened from the mail (docs/product/accounts.md 2.6): confirms the mail at once, and another one with a press. */
export default function VerifyPage() {
  const { idusuario = '' } = useParams()
  const { link, correo, verify, confirm } = useMailLink(idusuario)
  const started = useRef(false)
  const session = useSession()
  useEffect(() => {
    if (correo !== null || started.current) return
    started.current = true
    confirm()
  })
  const failed = link.error ?? (correo && !isOver(verify.error) ? null : verify.error)
  const asks = Boolean(correo) && !verify.isSuccess && !failed
  const told = verify.isSuccess || Boolean(failed) || asks
  const next = (
    <LinkButton to={session ? '/inicio' : '/login'}>{session ? 'Ir a mi campus' : 'Iniciar sesión'}</LinkButton>
  )
  return (
    <AccountFrame>
      <meta name="referrer" content="no-referrer" />
      <PageHead title={TITLE} hidden={told} lead={!told && 'Un momento, por favor…'} />
      <NeedsScript what="Para confirmar tu correo" />
      {asks && (
        <EmptyState
          icon={IconMail}
          title="¿Es este tu correo nuevo?"
          text={
            <>
              <strong>{correo}</strong>
              <br />
              <span>Cuando lo confirmes, entrarás con él y ya no con el de antes.</span>
            </>
          }
          action={
            <>
              <Failure error={verify.error} />
              <Button size="lg" loading={verify.isPending} onClick={confirm}>
                Confirmar este correo
              </Button>
            </>
          }
        />
      )}
      {verify.isSuccess && <Confirmed correo={correo} next={next} />}
      {failed && (
        <EmptyState
          role="alert"
          icon={IconLinkOff}
          title={failureText(failed)}
          text={isTaken(failed) ? 'Si las dos cuentas son tuyas, escríbele a tu academia.' : DEAD_TEXT}
          action={next}
        />
      )}
    </AccountFrame>
  )
}
