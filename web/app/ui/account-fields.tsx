import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

/** A form and the field of it; the rest is the input's own. */
type FieldOf<V, Props> = Omit<Props, 'form' | 'name'> & { form: UseFormReturnType<V>; name: keyof V & string }

/** A password that can be shown. */
export function PasswordField<V extends Record<string, string>>(props: FieldOf<V, PasswordInputProps>) {
  const { form, name, ...rest } = props
  return <PasswordInput {...form.getInputProps(name)} key={form.key(name)} name={name} size="lg" {...rest} />
}

/** A mail address, which no phone capitalises or corrects. */
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

/** A password to be set, twice. */
export function NewPasswordFields<V extends NewPassword>({ form, labels }: NewPasswordProps<V>) {
  return (
    <>
      <PasswordField
        form={form}
        name="password"
        label={labels[0]}
        description="Como mínimo 8 caracteres."
        autoComplete="new-password"
      />
      <PasswordField form={form} name="password_confirmation" label={labels[1]} autoComplete="new-password" />
    </>
  )
}
