import { Button, Stack } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { api } from '../../platform/api'
import { ApiError } from '../../platform/errors'
import { focusFirstError, showFieldErrors, useSchemaForm } from '../../platform/form'
import { later } from '../../platform/later'
import { clearSession } from '../../platform/session'
import { NewPasswordFields } from '../../ui/account-fields'
import { Failure } from '../../ui/failure'
import { PageHead } from '../../ui/page-head'
import { State } from '../../ui/states'
import { AccountFrame } from './account-frame'
import { TEXTS } from './texts'

const BODY = later(() => import('@campus/contract/accounts').then(({ ResetBody }) => ResetBody))

const TITLE = 'Crear una contraseña nueva'

function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'ENLACE_INVALIDO' || error.status === 404)
}

function BadLink() {
  return (
    <>
      <PageHead title={TITLE} hidden />
      <State
        role="alert"
        icon={IconLinkOff}
        title={TEXTS.badLink}
        action={
          <Button component={Link} to="/login?vista=recuperar">
            Pedir otro enlace
          </Button>
        }
      />
    </>
  )
}

function ResetForm({ id, token }: { id: string; token: string }) {
  const navigate = useNavigate()
  const form = useSchemaForm(BODY, { password: '', password_confirmation: '' })
  const reset = api.useMutation('put', '/api/actualizar-contrasena/{id}', {
    meta: { handled: true },
    onSuccess: () => {
      // A change of password ends every session.
      clearSession()
      navigate('/login', { replace: true, state: { nota: TEXTS.changed } })
    },
    onError: (error) => showFieldErrors(form, error),
  })
  if (isDeadLink(reset.error)) return <BadLink />
  const submit = form.onSubmit(
    (values) => reset.mutate({ params: { path: { id } }, body: { ...values, token } }),
    focusFirstError(form),
  )
  return (
    <form method="post" noValidate onSubmit={submit} aria-label={TITLE}>
      <PageHead title={TITLE} />
      <Stack gap="md">
        <Failure text={reset.error?.message} />
        <NewPasswordFields form={form} labels={['Contraseña nueva', 'Repite la contraseña nueva']} />
        <Button type="submit" size="lg" loading={reset.isPending} fullWidth>
          Guardar contraseña
        </Button>
      </Stack>
    </form>
  )
}

/** Sets a new password with the link of the mail. */
export default function ResetPage() {
  const { idusuario = '' } = useParams()
  const [query] = useSearchParams()
  const token = query.get('token')
  // The token leaves the address as soon as it was read: history, shared screens and referrers must not keep it.
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
