import { LoginBody } from '@campus/contract/accounts'
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { api } from '../../platform/api'
import { focusFirstError, showFieldErrors, useSchemaForm } from '../../platform/form'
import { storeSession, useSession } from '../../platform/session'

/** What went wrong, in the server's words, where screen readers hear it. */
export function Failure({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
      {text}
    </Alert>
  )
}

/** Mail and password; keeps the session when the server agrees. `email` fixes whose it must be. */
export function LoginForm({ email, onDone }: { email?: string; onDone?: () => void }) {
  const hydrated = useSession() !== undefined
  const form = useSchemaForm(LoginBody, { email: email ?? '', password: '' })
  const login = api.useMutation('post', '/api/loginalumno', {
    meta: { handled: true },
    onSuccess: (session) => {
      storeSession(session)
      onDone?.()
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
        <TextInput
          {...form.getInputProps('email')}
          key={form.key('email')}
          type="email"
          name="email"
          size="lg"
          label="Correo electrónico"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={email !== undefined}
        />
        <PasswordInput
          {...form.getInputProps('password')}
          key={form.key('password')}
          name="password"
          size="lg"
          label="Contraseña"
          autoComplete="current-password"
          data-autofocus={email !== undefined || undefined}
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar la contraseña', tabIndex: 0 }}
        />
        <Button type={hydrated ? 'submit' : 'button'} size="lg" loading={login.isPending} fullWidth>
          Ingresar
        </Button>
      </Stack>
    </form>
  )
}
