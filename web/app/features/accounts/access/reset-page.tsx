import { IconLinkOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { api } from '../../../lib/api'
import { ApiError } from '../../../lib/errors'
import { showFieldErrors, useSchemaForm } from '../../../lib/form'
import { clearSession } from '../../../lib/session'
import { Button, LinkButton } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { Failure } from '../../../ui/failure'
import { PageHead } from '../../../ui/page-head'
import { Stack } from '../../../ui/stack'
import { NewPasswordFields } from '../account-fields'
import { AccountFrame } from './account-frame'

const loadSchema = () => import('@campus/contract/accounts').then(({ ResetBody }) => ResetBody)

const TITLE = 'Crear una contraseña nueva'

function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'ENLACE_INVALIDO' || error.status === 404)
}

function BadLink() {
  return (
    <>
      <PageHead title={TITLE} hidden />
      <EmptyState
        role="alert"
        icon={IconLinkOff}
        title="El enlace no es válido o ha caducado."
        action={<LinkButton to="/login?vista=recuperar">Pedir otro enlace</LinkButton>}
      />
    </>
  )
}

function ResetForm({ id, token }: { id: string; token: string }) {
  const navigate = useNavigate()
  const check = api.useQuery(
    'get',
    '/api/restablecer/{id}',
    { params: { path: { id }, query: { token } } },
    { retry: false, staleTime: Number.POSITIVE_INFINITY },
  )
  const form = useSchemaForm(loadSchema, { password: '', password_confirmation: '' })
  const reset = api.useMutation('put', '/api/actualizar-contrasena/{id}', {
    meta: { handled: true },
    onSuccess: () => {
      // A password change ends every session.
      clearSession()
      navigate('/login', { replace: true, state: { nota: 'Tu contraseña fue actualizada. Ya puedes iniciar sesión.' } })
    },
    onError: (error) => showFieldErrors(form, error),
  })
  if (isDeadLink(reset.error) || isDeadLink(check.error)) return <BadLink />
  const props = form.props((values) => reset.mutate({ params: { path: { id } }, body: { ...values, token } }))
  return (
    <form {...props} aria-label={TITLE}>
      <PageHead title={TITLE} />
      <Stack>
        <Failure error={reset.error} />
        <NewPasswordFields form={form} labels={['Contraseña nueva', 'Repite la contraseña nueva']} />
        <Button type="submit" size="lg" loading={form.busy || reset.isPending} fullWidth>
          Guardar contraseña
        </Button>
      </Stack>
    </form>
  )
}

export default function ResetPage() {
  const { idusuario = '' } = useParams()
  const [query] = useSearchParams()
  const token = query.get('token')
  // Removes the token from the address, so that history, screenshots and referrers do not have it.
  useEffect(() => {
    if (window.location.search) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  return (
    <AccountFrame>
      <meta name="referrer" content="no-referrer" />
      {token ? <ResetForm id={idusuario} token={token} /> : <BadLink />}
    </AccountFrame>
  )
}
