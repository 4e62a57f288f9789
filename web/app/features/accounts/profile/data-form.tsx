import type { Profile } from '@campus/contract/accounts'
import { PASSWORDS_DIFFER_TEXT, SHORT_PASSWORD_TEXT } from '@campus/contract/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api'
import { showFieldErrors, useSchemaForm } from '../../../lib/form'
import { Failure } from '../../../ui/failure'
import { TextField } from '../../../ui/field'
import { Switch } from '../../../ui/switch'
import { IdentityPanel } from './identity-panel'
import { PasswordPanel } from './password-panel'
import classes from './profile.module.css'
import { SaveBar } from './save-bar'
import { Section } from './section'
import { useSaveProfile } from './use-save-profile'
import { NO_PASSWORD, type ProfileForm, valuesOf } from './values'

// Typing the current password means that it should change.
const loadSchema = () =>
  import('@campus/contract/profile').then(({ ProfileForm }) =>
    ProfileForm.refine((form) => !form.password_actual || form.password, {
      path: ['password'],
      error: SHORT_PASSWORD_TEXT,
    }),
  )

type ContactPanelProps = { form: ProfileForm; shown: boolean; onShow: (shown: boolean) => void }

function ContactPanel({ form, shown, onShow }: ContactPanelProps) {
  return (
    <Section title="Datos de contacto">
      <div className={classes.fields}>
        <TextField {...form.field('telefono')} label="Teléfono" type="tel" autoComplete="tel" />
        <TextField {...form.field('fecha_nacimiento')} label="Fecha de nacimiento" type="date" autoComplete="bday" />
        <TextField {...form.field('direccion')} label="Dirección" autoComplete="street-address" />
        <TextField {...form.field('ciudad')} label="Ciudad" autoComplete="address-level2" />
        <TextField {...form.field('profesion')} label="Profesión" autoComplete="organization-title" />
        <Switch
          label="Mostrar mi profesión al verificar mis certificados"
          description="Quien abra uno de ellos o escriba su código la lee junto a tu nombre."
          checked={shown}
          onChange={(event) => onShow(event.currentTarget.checked)}
        />
      </div>
    </Section>
  )
}

/** See docs/product/accounts.md 5.1. */
export function DataForm({ profile }: { profile: Profile }) {
  const queryClient = useQueryClient()
  const stored = valuesOf(profile)
  const form = useSchemaForm(loadSchema, stored)
  const [written, setWritten] = useState(false)
  const [shown, setShown] = useState(profile.profesion_visible)
  const [editing, setEditing] = useState(false)
  const dirty = written || shown !== profile.profesion_visible
  const compare = () => setWritten(JSON.stringify(form.getValues()) !== JSON.stringify(stored))
  function editPassword(edited: boolean): void {
    form.write(NO_PASSWORD)
    setEditing(edited)
    compare()
  }
  function resetTo(saved: Profile): void {
    form.write(valuesOf(saved))
    setShown(saved.profesion_visible)
    setEditing(false)
    setWritten(false)
  }
  const save = useSaveProfile(
    profile.id,
    (saved) => {
      // A new password has closed the other sessions.
      if (form.getValues().password) void queryClient.invalidateQueries(api.queryOptions('get', '/api/accesos'))
      resetTo(saved)
    },
    (error) => showFieldErrors(form, error),
  )
  const props = form.props((values) => save.send({ ...values, profesion_visible: shown ? '1' : '0' }))
  const differ = form.errors.password_confirmation === PASSWORDS_DIFFER_TEXT ? PASSWORDS_DIFFER_TEXT : undefined
  return (
    <form {...props} onInput={compare} className={classes.form} aria-label="Mi perfil">
      <IdentityPanel profile={profile} />
      <ContactPanel form={form} shown={shown} onShow={setShown} />
      <PasswordPanel form={form} editing={editing} onEdit={editPassword} />
      <Failure title="Error" text={differ} error={save.error} />
      <SaveBar
        dirty={dirty}
        busy={form.busy || save.busy}
        onDiscard={() => {
          save.reset()
          resetTo(profile)
        }}
      />
    </form>
  )
}
