import { LoginBody } from '@campus/contract/accounts'
import { isPrintable } from '@campus/contract/printable'
import { EMAIL_TAKEN_TEXT, RegisterBody } from '@campus/contract/registration'
import { MARKETING_CONSENT } from '@campus/contract/rules'
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { api } from '../../lib/api'
import { useBrand } from '../../lib/brand'
import { ApiError, failureText } from '../../lib/errors'
import { type Draft, focusFirstError, showFieldErrors, useSchemaForm } from '../../lib/form'
import { type Session, storeSession, useSession } from '../../lib/session'
import { Failure } from '../../ui/failure'
import { MailField, NewPasswordFields, PasswordField } from './account-fields'
import classes from './register-form.module.css'
import steady from './steady-form.module.css'

/** For `lazy`: the guard's screens need nothing else of this face at once. */
export const loadVerifyMail = () => import('./verify-mail')

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
  const hydrated = useSession() !== undefined
  const form = useSchemaForm(LoginBody, { email: email ?? suggested, password: '' }, draft)
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
    // Only used before hydration: with GET the password would be in the address.
    <form
      method="post"
      noValidate
      onSubmit={form.onSubmit((body) => login.mutate({ body }), focusFirstError(form))}
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
        <Button type={hydrated ? 'submit' : 'button'} size="lg" loading={login.isPending} fullWidth>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

const EMPTY = {
  numero_documento: '',
  nombres: '',
  apellidos: '',
  correo: '',
  password: '',
  password_confirmation: '',
  acepta_promociones: 'false',
}

export type RegisterValues = typeof EMPTY
type Values = RegisterValues

/** The error above the fields; undefined when the server's errors belong to fields. */
export function registrationFailure(error: unknown, fallback: string): string | undefined {
  if (!error) return undefined
  if (!(error instanceof ApiError)) return `${fallback} Revisa tu conexión a internet y vuelve a intentarlo.`
  const fields = Object.keys(error.errors)
  if (fields.some((field) => field in EMPTY)) return undefined
  return Object.values(error.errors)[0]?.[0] ?? (error.fromServer ? error.message : fallback)
}

type PersonFieldsProps = { form: UseFormReturnType<Values>; emailLabel: string; autoFocus: boolean }

function PersonFields({ form, emailLabel, autoFocus }: PersonFieldsProps) {
  return (
    <>
      <TextInput
        {...form.getInputProps('numero_documento')}
        key={form.key('numero_documento')}
        name="numero_documento"
        size="lg"
        label="DNI"
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        data-autofocus={autoFocus || undefined}
      />
      <div className={classes.pair}>
        <TextInput
          {...form.getInputProps('nombres')}
          key={form.key('nombres')}
          name="nombres"
          size="lg"
          label="Nombres"
          autoComplete="given-name"
          autoCapitalize="words"
          spellCheck={false}
        />
        <TextInput
          {...form.getInputProps('apellidos')}
          key={form.key('apellidos')}
          name="apellidos"
          size="lg"
          label="Apellidos"
          autoComplete="family-name"
          autoCapitalize="words"
          spellCheck={false}
        />
      </div>
      <MailField form={form} name="correo" label={emailLabel} autoComplete="email" />
    </>
  )
}

type KnownMailProps = { form: UseFormReturnType<Values>; onKnown?: (mail: string) => void }

/** A mail that has an account leads to it, and is not typed again. */
function KnownMail({ form, onKnown }: KnownMailProps) {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  if (form.errors.correo !== EMAIL_TAKEN_TEXT) return null
  const redirect = pathname === '/registro' ? query.get('redirect') : pathname
  const back = redirect ? `redirect=${encodeURIComponent(redirect)}` : ''
  const state = { correo: form.getValues().correo }
  return (
    <Text>
      ¿Es tuya?{' '}
      <span>
        {onKnown ? (
          <Anchor component="button" type="button" underline="always" onClick={() => onKnown(state.correo)}>
            Inicia sesión
          </Anchor>
        ) : (
          <Anchor component={Link} to={`/login?${back}`} state={state} underline="always">
            Inicia sesión
          </Anchor>
        )}
      </span>{' '}
      o{' '}
      <Anchor component={Link} to={`/login?vista=recuperar&${back}`} state={state} underline="always">
        Recuperar contraseña
      </Anchor>
      .
    </Text>
  )
}

function CertificateName({ form }: { form: UseFormReturnType<Values> }) {
  const [name, setName] = useState(() => form.getValues())
  form.watch('nombres', ({ value }) => setName((last) => ({ ...last, nombres: value })))
  form.watch('apellidos', ({ value }) => setName((last) => ({ ...last, apellidos: value })))
  const whole = `${name.nombres.trim()} ${name.apellidos.trim()}`.trim()
  if (whole === '' || !isPrintable(whole)) return null
  return (
    <Text size="sm">
      Así saldrá en tu certificado: <strong>{whole}</strong>
    </Text>
  )
}

/** Opens in a new tab, so that the form keeps what was typed. */
function LegalLink({ to, children }: { to: string; children: string }) {
  return (
    <Anchor component={Link} to={to} target="_blank" underline="always" inherit>
      <span>{children}</span>
      <span className="visually-hidden"> (se abre en otra pestaña)</span>
    </Anchor>
  )
}

function Consent({ form }: { form: UseFormReturnType<Values> }) {
  const [given, setGiven] = useState(form.getValues().acepta_promociones === 'true')
  const choose = (next: boolean) => {
    setGiven(next)
    form.setFieldValue('acepta_promociones', String(next))
  }
  return (
    <>
      <label className={classes.consent}>
        <input
          type="checkbox"
          name="acepta_promociones"
          checked={given}
          onChange={(event) => choose(event.currentTarget.checked)}
        />
        {MARKETING_CONSENT.texto}
      </label>
      <Text size="sm" c="dimmed">
        Al crear tu cuenta aceptas los <LegalLink to="/terminos">Términos y condiciones</LegalLink> y la{' '}
        <LegalLink to="/privacidad">Política de privacidad</LegalLink>.
      </Text>
    </>
  )
}

type RegisterFormProps = {
  /** *Correo* in the cart, *Correo Electrónico* on the page. */
  emailLabel: string
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
  const { emailLabel, fallback, autoFocus = false, draft, suggested = '', onKnown, onDone } = props
  const hydrated = useSession() !== undefined
  const brand = useBrand()
  const form = useSchemaForm(RegisterBody, { ...EMPTY, correo: suggested }, draft)
  const register = api.useMutation('post', '/api/auth/register', {
    meta: { handled: true },
    onSuccess: ({ user, token }) => onDone({ user, token }),
    onError: (error) => {
      if (showFieldErrors(form, error) && error instanceof ApiError) focusFirstError(form)(error.errors)
    },
  })
  const send = (values: Values) =>
    register.mutate({
      params: { query: { marca: String(brand.id) } },
      body: { ...values, acepta_promociones: values.acepta_promociones === 'true' },
    })
  return (
    // Only used before hydration: with GET the password would be in the address.
    <form method="post" noValidate onSubmit={form.onSubmit(send, focusFirstError(form))} aria-label="Crear cuenta">
      <Stack gap="md">
        <Failure text={registrationFailure(register.error, fallback)} />
        <PersonFields form={form} emailLabel={emailLabel} autoFocus={autoFocus} />
        <KnownMail form={form} onKnown={onKnown} />
        <CertificateName form={form} />
        <NewPasswordFields form={form} labels={['Contraseña', 'Confirmar Contraseña']} />
        <Consent form={form} />
        <div data-send>
          <Button type={hydrated ? 'submit' : 'button'} size="lg" loading={register.isPending} fullWidth>
            Crear Cuenta
          </Button>
        </div>
      </Stack>
    </form>
  )
}
