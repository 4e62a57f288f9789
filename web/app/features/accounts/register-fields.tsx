import { isPrintable } from '@campus/contract/printable'
import { EMAIL_TAKEN_TEXT } from '@campus/contract/registration'
import { MARKETING_CONSENT } from '@campus/contract/rules'
import { cleanLine } from '@campus/contract/texts'
import { Anchor, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { MailField } from './account-fields'
import classes from './register-form.module.css'

export const EMPTY_REGISTRATION = {
  numero_documento: '',
  nombres: '',
  apellidos: '',
  correo: '',
  password: '',
  password_confirmation: '',
  acepta_promociones: 'false',
}

type Form = UseFormReturnType<typeof EMPTY_REGISTRATION>

type PersonFieldsProps = { form: Form; emailLabel: string; autoFocus: boolean }

export function PersonFields({ form, emailLabel, autoFocus }: PersonFieldsProps) {
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

type KnownMailProps = { form: Form; onKnown?: (mail: string) => void }

/** A mail that has an account leads to it, and is not typed again. */
export function KnownMail({ form, onKnown }: KnownMailProps) {
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

export function CertificateName({ form }: { form: Form }) {
  const [name, setName] = useState(() => form.getValues())
  form.watch('nombres', ({ value }) => setName((last) => ({ ...last, nombres: value })))
  form.watch('apellidos', ({ value }) => setName((last) => ({ ...last, apellidos: value })))
  const whole = cleanLine(`${name.nombres} ${name.apellidos}`)
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

export function Consent({ form }: { form: Form }) {
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
