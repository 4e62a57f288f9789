import type { Profile } from '@campus/contract/accounts'
import { ProfileForm } from '@campus/contract/profile'
import { PASSWORDS_DIFFER_TEXT, SHORT_PASSWORD_TEXT } from '@campus/contract/rules'
import { Button, SimpleGrid, Switch, Text, TextInput, Title } from '@mantine/core'
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api'
import { focusFirstError, showFieldErrors } from '../../../lib/form'
import { toast } from '../../../lib/toasts'
import { errorsOf } from '../../../lib/validate'
import { Failure } from '../../../ui/failure'
import { Panel } from '../../../ui/panel'
import { IdentityPanel } from './identity-panel'
import { LeaveGuard } from './leave-guard'
import { PasswordPanel } from './password-panel'
import classes from './profile.module.css'
import { TEXTS } from './texts'
import { type ProfileFields, useSaveProfile } from './use-save-profile'

// Typing the current password means that it should change.
const SCHEMA = ProfileForm.refine((form) => !form.password_actual || form.password, {
  path: ['password'],
  error: SHORT_PASSWORD_TEXT,
})

const valuesOf = (profile: Profile): ProfileFields => ({
  telefono: profile.telefono ?? '',
  direccion: profile.direccion ?? '',
  ciudad: profile.ciudad ?? '',
  profesion: profile.profesion ?? '',
  profesion_visible: profile.profesion_visible ? '1' : '0',
  fecha_nacimiento: profile.fecha_nacimiento ?? '',
  password_actual: '',
  password: '',
  password_confirmation: '',
})

function ContactPanel({ form }: { form: UseFormReturnType<ProfileFields> }) {
  const field = (name: keyof ProfileFields) => ({ ...form.getInputProps(name), name })
  return (
    <Panel>
      <Title order={2} mb="md">
        Datos de contacto
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput {...field('telefono')} label="Teléfono" type="tel" autoComplete="tel" />
        <TextInput {...field('fecha_nacimiento')} label="Fecha de nacimiento" type="date" autoComplete="bday" />
        <TextInput {...field('direccion')} label="Dirección" autoComplete="street-address" />
        <TextInput {...field('ciudad')} label="Ciudad" autoComplete="address-level2" />
        <TextInput {...field('profesion')} label="Profesión" autoComplete="organization-title" />
      </SimpleGrid>
      <Switch
        mt="md"
        size="md"
        label="Mostrar mi profesión al verificar mis certificados"
        description="Quien abra uno de ellos o escriba su código la lee junto a tu nombre."
        checked={form.values.profesion_visible === '1'}
        onChange={(event) => form.setFieldValue('profesion_visible', event.currentTarget.checked ? '1' : '0')}
      />
    </Panel>
  )
}

function SaveBar({ dirty, busy, onDiscard }: { dirty: boolean; busy: boolean; onDiscard: () => void }) {
  return (
    <div className={classes.bar} data-dirty={dirty || undefined}>
      <Text size="sm" role="status" className={classes.pending}>
        {dirty && TEXTS.leaveTitle}
      </Text>
      {dirty && (
        <Button variant="subtle" disabled={busy} onClick={onDiscard}>
          Descartar
        </Button>
      )}
      <Button type="submit" loading={busy}>
        Guardar cambios
      </Button>
    </div>
  )
}

/** See docs/product/accounts.md 5.1. */
export default function DataForm({ profile }: { profile: Profile }) {
  const queryClient = useQueryClient()
  const form = useForm<ProfileFields>({
    initialValues: valuesOf(profile),
    validate: (values) => errorsOf(SCHEMA, values),
  })
  // A new key collapses the password fields.
  const [passwordKey, setPasswordKey] = useState(0)
  function resetTo(saved: Profile): void {
    form.setInitialValues(valuesOf(saved))
    form.setValues(valuesOf(saved))
    form.clearErrors()
    setPasswordKey((before) => before + 1)
  }
  const save = useSaveProfile(profile.id, (saved) => {
    // A new password has closed the other sessions.
    if (form.getValues().password) void queryClient.invalidateQueries(api.queryOptions('get', '/api/accesos'))
    resetTo(saved)
  })
  const send = (fields: ProfileFields) => save.send(fields).catch((error: unknown) => showFieldErrors(form, error))
  function onInvalid(errors: FormErrors): void {
    if (errors.password_confirmation === PASSWORDS_DIFFER_TEXT)
      toast(PASSWORDS_DIFFER_TEXT, { color: 'red', title: TEXTS.error })
    focusFirstError(form)(errors)
  }
  return (
    <form className={classes.form} aria-label={TEXTS.title} noValidate onSubmit={form.onSubmit(send, onInvalid)}>
      <LeaveGuard active={form.isDirty() && !save.busy} />
      <IdentityPanel profile={profile} />
      <ContactPanel form={form} />
      <PasswordPanel key={passwordKey} form={form} />
      <Failure title={TEXTS.error} text={save.error ? save.error.message || TEXTS.unexpected : undefined} />
      <SaveBar
        dirty={form.isDirty()}
        busy={save.busy}
        onDiscard={() => {
          save.reset()
          resetTo(profile)
        }}
      />
    </form>
  )
}
