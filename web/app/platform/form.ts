import { type FormErrors, schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect } from 'react'
import { ApiError } from './errors'

type Values = Record<string, string>
type Schema = Parameters<typeof schemaResolver>[0]

/** A form that is checked with the contract's own schema, so that it says the same words as the server. */
export function useSchemaForm<V extends Values>(schema: Schema, initialValues: V): UseFormReturnType<V> {
  const form = useForm<V>({ mode: 'uncontrolled', initialValues, validate: schemaResolver(schema, { sync: true }) })
  // What the visitor or a password manager filled in before React arrived stands in the page, but not in the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React arrives
  useEffect(() => {
    for (const field of Object.keys(initialValues)) {
      const node = form.getInputNode(field)
      if (node instanceof HTMLInputElement && node.value) form.setValues({ [field]: node.value } as Partial<V>)
    }
  }, [])
  return form
}

/** Brings the focus to the first field that is wrong. */
export function focusFirstError<V extends Values>(form: UseFormReturnType<V>) {
  return (errors: FormErrors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus()
}

/** Puts what the server says of single fields next to them; true when it said something. */
export function showFieldErrors<V extends Values>(form: UseFormReturnType<V>, error: unknown): boolean {
  if (!(error instanceof ApiError) || Object.keys(error.errors).length === 0) return false
  form.setErrors(Object.fromEntries(Object.entries(error.errors).map(([field, [text]]) => [field, text])))
  return true
}
