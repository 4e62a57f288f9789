import { MARKETING_CONSENT } from '@campus/contract/rules'
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../platform/api'
import { useBrand } from '../platform/brand'
import { ApiError } from '../platform/errors'
import { type Draft, focusFirstError, showFieldErrors, useSchemaForm } from '../platform/form'
import { later } from '../platform/later'
import { type Session, useSession } from '../platform/session'
import { MailField, NewPasswordFields } from './account-fields'
import { Failure } from './failure'
import classes from './register-form.module.css'

const BODY = later(() => import('@campus/contract/registration').then(({ RegisterBody }) => RegisterBody))

const EMPTY = {
  numero_documento: '',
  nombres: '',
  apellidos: '',
  correo: '',
  password: '',
  password_confirmation: '',
  acepta_promociones: 'false',
}

/** What a registration is made of, as it is typed. */
export type RegisterValues = typeof EMPTY
type Values = RegisterValues

/**
 * What is said above the fields: nothing when the server spoke of single fields, else its message, else the text of the
 * error catalogue (storefront.md section 8).
 */
export function registrationFailure(error: unknown, fallback: string): string | undefined {
  if (!error) return undefined
  if (!(error instanceof ApiError)) return `${fallback} Revisa tu conexión a internet y vuelve a intentarlo.`
  const fields = Object.keys(error.errors)
  if (fields.some((field) => field in EMPTY)) return undefined
  return Object.values(error.errors)[0]?.[0] ?? (error.told ? error.message : fallback)
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

/** Opens beside the form: what was typed stays. */
function Written({ to, children }: { to: string; children: string }) {
  return (
    <Anchor component={Link} to={to} target="_blank" underline="always" inherit>
      {children}
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
        Al crear tu cuenta aceptas los <Written to="/terminos">Términos y condiciones</Written> y la{' '}
        <Written to="/privacidad">Política de privacidad</Written>.
      </Text>
    </>
  )
}

type RegisterFormProps = {
  /** *Correo* in the cart, *Correo Electrónico* on the page (storefront.md section 2). */
  emailLabel: string
  /** What is said when the server says nothing (storefront.md section 8). */
  fallback: string
  /** A dialog's focus begins here. */
  autoFocus?: boolean
  /** Keeps what is typed while the form is away. */
  draft?: Draft<Values>
  onDone: (session: Session) => void
}

/** The fields of a new account, each with what the server says of it; the brand is the page's (contract section 2). */
export function RegisterForm({ emailLabel, fallback, autoFocus = false, draft, onDone }: RegisterFormProps) {
  const hydrated = useSession() !== undefined
  const brand = useBrand()
  const form = useSchemaForm(BODY, EMPTY, draft)
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
    // The method only counts if it is sent before React arrives: a password must never stand in an address.
    <form method="post" noValidate onSubmit={form.onSubmit(send, focusFirstError(form))} aria-label="Crear cuenta">
      <Stack gap="md">
        <Failure text={registrationFailure(register.error, fallback)} />
        <PersonFields form={form} emailLabel={emailLabel} autoFocus={autoFocus} />
        <NewPasswordFields form={form} labels={['Contraseña', 'Confirmar Contraseña']} />
        <Consent form={form} />
        <Button type={hydrated ? 'submit' : 'button'} size="lg" loading={register.isPending} fullWidth>
          Crear Cuenta
        </Button>
      </Stack>
    </form>
  )
}
