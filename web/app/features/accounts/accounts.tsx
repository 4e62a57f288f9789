import { api } from '../../lib/api'
import { useBrand } from '../../lib/brand'
import { ApiError, failureText } from '../../lib/errors'
import { type Draft, showFieldErrors, useSchemaForm } from '../../lib/form'
import { type Session, storeSession } from '../../lib/session'
import { Button } from '../../ui/button'
import { Failure } from '../../ui/failure'
import { Stack } from '../../ui/stack'
import { MailField, NewPasswordFields, PasswordField } from './account-fields'
import { Consent, EMPTY_REGISTRATION, Group, KnownMail, PersonFields } from './register-fields'
import classes from './register-form.module.css'
import steady from './steady-form.module.css'

/** For `lazy`: the guard's screens need nothing else of this face at once. */
export const loadVerifyMail = () => import('./verify-mail')

export const loadAskName = () => import('./ask-name')

const loadLoginSchema = () => import('@campus/contract/accounts').then(({ LoginBody }) => LoginBody)

export type LoginValues = { email: string; password: string }

type LoginFormProps = {
  /** Fixes whose session it must be. */
  email?: string
  /** The initial value. */
  suggested?: string
  submitLabel?: string
  autoFocus?: boolean
  /** Preserves what is typed while the form is unmounted. */
  draft?: Draft<LoginValues>
  onDone?: (session: Session) => void
}

export function LoginForm(props: LoginFormProps) {
  const { email, suggested = '', submitLabel = 'Ingresar', autoFocus, draft, onDone } = props
  const form = useSchemaForm(loadLoginSchema, { email: email ?? suggested, password: '' }, draft)
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
    <form
      {...form.props((body) => login.mutate({ body }))}
      // What was refused is no longer what stands there.
      onInput={() => login.isError && login.reset()}
      aria-label="Iniciar sesión"
    >
      <div className={steady.fields}>
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
        {login.isError && (
          <p role="alert" className={steady.refusal}>
            {failureText(login.error)}
          </p>
        )}
        <Button type="submit" size="lg" loading={form.busy || login.isPending} fullWidth>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

const loadRegisterSchema = () => import('@campus/contract/registration').then(({ RegisterBody }) => RegisterBody)

export type RegisterValues = typeof EMPTY_REGISTRATION
type Values = RegisterValues

/** The error above the fields; undefined when the server's errors belong to fields. */
export function registrationFailure(error: unknown, fallback: string): string | undefined {
  if (!error) return undefined
  if (!(error instanceof ApiError)) return `${fallback} Revisa tu conexión a internet y vuelve a intentarlo.`
  const fields = Object.keys(error.errors)
  if (fields.some((field) => field in EMPTY_REGISTRATION)) return undefined
  return Object.values(error.errors)[0]?.[0] ?? (error.fromServer ? error.message : fallback)
}

type RegisterFormProps = {
  /** When the server sent no text. */
  fallback: string
  autoFocus?: boolean
  draft?: Draft<Values>
  /** The initial mail. */
  suggested?: string
  /** Goes to the login in place when the mail has an account; without it, to its page. */
  onKnown?: (mail: string) => void
  onDone: (session: Session) => void
}

export function RegisterForm(props: RegisterFormProps) {
  const { fallback, autoFocus = false, draft, suggested = '', onKnown, onDone } = props
  const brand = useBrand()
  const form = useSchemaForm(loadRegisterSchema, { ...EMPTY_REGISTRATION, correo: suggested }, draft)
  const register = api.useMutation('post', '/api/auth/register', {
    meta: { handled: true },
    onSuccess: ({ user, token }) => onDone({ user, token }),
    onError: (error) => showFieldErrors(form, error),
  })
  const send = (values: Values) =>
    register.mutate({
      params: { query: { marca: String(brand.id) } },
      body: { ...values, acepta_promociones: values.acepta_promociones === 'true' },
    })
  return (
    <form {...form.props(send)} aria-label="Crear cuenta">
      <Stack>
        <Failure text={registrationFailure(register.error, fallback)} />
        <PersonFields form={form} autoFocus={autoFocus} />
        <Group title="Tu acceso">
          <MailField form={form} name="correo" label="Correo electrónico" autoComplete="email" />
          <KnownMail form={form} onKnown={onKnown} />
          <div className={classes.pair}>
            <NewPasswordFields form={form} labels={['Contraseña', 'Confirmar Contraseña']} />
          </div>
        </Group>
        <Consent form={form} />
        <div data-send>
          <Button type="submit" size="lg" loading={form.busy || register.isPending} fullWidth>
            Crear Cuenta
          </Button>
        </div>
      </Stack>
    </form>
  )
}
