import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

type FieldOf<V, Props> = Omit<Props, 'form' | 'name'> & { form: UseFormReturnType<V>; name: keyof V & string }

export function PasswordField<V extends Record<string, string>>(props: FieldOf<V, PasswordInputProps>) {
  const { form, name, ...rest } = props
  return <PasswordInput {...form.getInputProps(name)} key={form.key(name)} name={name} size="lg" {...rest} />
}

/** Phones must not capitalise or correct it. */
export function MailField<V extends Record<string, string>>(props: FieldOf<V, TextInputProps>) {
  const { form, name, ...rest } = props
  return (
    <TextInput
      {...form.getInputProps(name)}
      key={form.key(name)}
      type="email"
      name={name}
      size="lg"
      label="Correo electrónico"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
    />
  )
}

type NewPassword = Record<string, string> & { password: string; password_confirmation: string }
type NewPasswordProps<V> = { form: UseFormReturnType<V>; labels: readonly [first: string, again: string] }

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
        description={errors.password ? undefined : 'Mínimo 8 caracteres.'}
        // Below, so that two fields side by side stay on one line.
        inputWrapperOrder={['label', 'input', 'description', 'error']}
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
