import { Button, Stack } from '@mantine/core'
import { api } from '../platform/api'
import { type Draft, focusFirstError, showFieldErrors, useSchemaForm } from '../platform/form'
import { later } from '../platform/later'
import { type Session, storeSession, useSession } from '../platform/session'
import { MailField, PasswordField } from './account-fields'
import { Failure } from './failure'

const BODY = later(() => import('@campus/contract/accounts').then(({ LoginBody }) => LoginBody))

/** What a login is made of. */
export type LoginValues = { email: string; password: string }

type LoginFormProps = {
  /** Fixes whose session it must be. */
  email?: string
  /** A mail to begin with, which can be changed. */
  suggested?: string
  /** The cart's dialog says *Iniciar Sesión* (storefront.md section 2). */
  submitLabel?: string
  /** A dialog's focus begins at the mail. */
  autoFocus?: boolean
  /** Keeps what is typed while the form is away. */
  draft?: Draft<LoginValues>
  onDone?: (session: Session) => void
}

/** Mail and password; keeps the session when the server agrees. */
export function LoginForm(props: LoginFormProps) {
  const { email, suggested = '', submitLabel = 'Ingresar', autoFocus, draft, onDone } = props
  const hydrated = useSession() !== undefined
  const form = useSchemaForm(BODY, { email: email ?? suggested, password: '' }, draft)
  const login = api.useMutation('post', '/api/loginalumno', {
    meta: { handled: true },
    onSuccess: (session) => {
      storeSession(session)
      onDone?.(session)
    },
    onError: (error) => {
      if (!showFieldErrors(form, error)) form.getInputNode('password')?.focus()
    },
  })
  return (
    // The method only counts if it is sent before React arrives: a password must never stand in an address.
    <form
      method="post"
      noValidate
      onSubmit={form.onSubmit((body) => login.mutate({ body }), focusFirstError(form))}
      aria-label="Iniciar sesión"
    >
      <Stack gap="md">
        <Failure text={login.error?.message} />
        <MailField
          form={form}
          name="email"
          readOnly={email !== undefined}
          data-autofocus={(autoFocus && email === undefined) || undefined}
        />
        <PasswordField
          form={form}
          name="password"
          label="Contraseña"
          autoComplete="current-password"
          data-autofocus={email !== undefined || undefined}
        />
        <Button type={hydrated ? 'submit' : 'button'} size="lg" loading={login.isPending} fullWidth>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  )
}
