import { isPrintable } from '@campus/contract/printable'
import { EMAIL_TAKEN_TEXT, MARKETING_CONSENT } from '@campus/contract/rules'
import { cleanLine } from '@campus/contract/texts'
import { IconCertificate } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import type { SchemaForm } from '../../lib/form'
import { TextField } from '../../ui/field'
import { Text } from '../../ui/text'
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

type Form = SchemaForm<typeof EMPTY_REGISTRATION>

type GroupProps = { title: string; note?: string; onInput?: () => void; children: ReactNode }

export function Group({ title, note, onInput, children }: GroupProps) {
  return (
    <fieldset className={classes.group} onInput={onInput}>
      <legend>
        <span className={classes.title}>{title}</span>
        {note && <span>{note}</span>}
      </legend>
      {children}
    </fieldset>
  )
}

export function PersonFields({ form, autoFocus }: { form: Form; autoFocus: boolean }) {
  const [whole, setWhole] = useState('')
  const readName = () => {
    const { nombres, apellidos } = form.getValues()
    setWhole(cleanLine(`${nombres} ${apellidos}`))
  }
  // What was there before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(readName, [])
  return (
    <Group title="Tus datos" note="Tu DNI solo lo ve la academia." onInput={readName}>
      <TextField
        {...form.field('numero_documento')}
        size="lg"
        label="DNI"
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        data-autofocus={autoFocus || undefined}
      />
      <div className={classes.pair}>
        <TextField
          {...form.field('nombres')}
          size="lg"
          label="Nombres"
          autoComplete="given-name"
          autoCapitalize="words"
          spellCheck={false}
        />
        <TextField
          {...form.field('apellidos')}
          size="lg"
          label="Apellidos"
          autoComplete="family-name"
          autoCapitalize="words"
          spellCheck={false}
        />
      </div>
      <CertificateName whole={whole} />
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
          <button type="button" className={classes.known} onClick={() => onKnown(state.correo)}>
            Inicia sesión
          </button>
        ) : (
          <Link to={`/login?${back}`} state={state}>
            Inicia sesión
          </Link>
        )}
      </span>{' '}
      o{' '}
      <Link to={`/login?vista=recuperar&${back}`} state={state}>
        Recuperar contraseña
      </Link>
      .
    </Text>
  )
}

function CertificateName({ whole }: { whole: string }) {
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
    <Link to={to} target="_blank">
      <span>{children}</span>
      <span className="visually-hidden"> (se abre en otra pestaña)</span>
    </Link>
  )
}

export function Consent({ form }: { form: Form }) {
  const { name, defaultValue, onChange } = form.field('acepta_promociones')
  return (
    <>
      <label className={classes.consent}>
        <input type="checkbox" name={name} value="true" defaultChecked={defaultValue === 'true'} onChange={onChange} />
        {MARKETING_CONSENT.texto}
      </label>
      <Text small dimmed>
        Al crear tu cuenta aceptas los <LegalLink to="/terminos">Términos y condiciones</LegalLink> y la{' '}
        <LegalLink to="/privacidad">Política de privacidad</LegalLink>.
      </Text>
    </>
  )
}
