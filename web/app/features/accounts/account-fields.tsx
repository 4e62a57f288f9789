import type { ComponentProps } from 'react'
import type { SchemaForm } from '../../lib/form'
import { TextField } from '../../ui/field'
import { PasswordField as AnyPasswordField } from '../../ui/password-field'

type Values = Record<string, string>
type FieldOf<V extends Values> = Omit<ComponentProps<typeof TextField>, 'form' | 'name'> & {
  form: SchemaForm<V>
  name: keyof V & string
}

export function PasswordField<V extends Values>(props: FieldOf<V>) {
  const { form, name, ...rest } = props
  return <AnyPasswordField {...form.field(name)} size="lg" {...rest} />
}

/** Phones must not capitalise or correct it. */
export function MailField<V extends Values>(props: FieldOf<V>) {
  const { form, name, ...rest } = props
  return (
    <TextField
      {...form.field(name)}
      type="email"
      size="lg"
      label="Correo electrónico"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
    />
  )
}

type NewPassword = Values & { password: string; password_confirmation: string }
type NewPasswordProps<V extends NewPassword> = { form: SchemaForm<V>; labels: readonly [first: string, again: string] }

export function NewPasswordFields<V extends NewPassword>({ form, labels }: NewPasswordProps<V>) {
  const { errors } = form
  // The same sentence is read once; both fields are marked.
  const repeated = Boolean(errors.password) && errors.password === errors.password_confirmation
  return (
    <>
      <PasswordField
        form={form}
        name="password"
        label={labels[0]}
        note={errors.password ? undefined : 'Mínimo 8 caracteres.'}
        autoComplete="new-password"
      />
      <PasswordField
        form={form}
        name="password_confirmation"
        label={labels[1]}
        autoComplete="new-password"
        error={repeated ? true : errors.password_confirmation}
      />
    </>
  )
}
