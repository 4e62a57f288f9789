import { isPrintable } from '@campus/contract/printable'
import { EMAIL_TAKEN_TEXT } from '@campus/contract/registration'
import { MARKETING_CONSENT } from '@campus/contract/rules'
import { cleanLine } from '@campus/contract/texts'
import { Anchor, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconCertificate } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
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

type GroupProps = { title: string; note?: string; children: ReactNode }

export function Group({ title, note, children }: GroupProps) {
  return (
    <fieldset className={classes.group}>
      <legend>
        <span className={classes.title}>{title}</span>
        {note && <span>{note}</span>}
      </legend>
      {children}
    </fieldset>
  )
}

export function PersonFields({ form, autoFocus }: { form: Form; autoFocus: boolean }) {
  return (
    <Group title="Tus datos" note="Tu DNI solo lo ve la academia.">
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
      <CertificateName form={form} />
    </Group>
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

function CertificateName({ form }: { form: Form }) {
  const [name, setName] = useState(() => form.getValues())
  form.watch('nombres', ({ value }) => setName((last) => ({ ...last, nombres: value })))
  form.watch('apellidos', ({ value }) => setName((last) => ({ ...last, apellidos: value })))
  const whole = cleanLine(`${name.nombres} ${name.apellidos}`)
  if (whole === '' || !isPrintable(whole)) return null
  return (
    <p className={classes.paper}>
      <IconCertificate size={28} stroke={1.6} aria-hidden />
      <span>
        Así saldrá en tu certificado: <strong>{whole}</strong>
      </span>
    </p>
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
