import '@campus/contract/validation-texts'
import { type FormErrors, schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect } from 'react'
import { ApiError } from './errors'

type Schema = Parameters<typeof schemaResolver>[0]
type Values = Record<string, string>
/** Preserves the values while the form is unmounted. */
export type Draft<V extends Values> = { current: V | undefined }

/** Validates with the contract's schema, so both sides show the same texts. */
export function useSchemaForm<V extends Values>(
  schema: Schema,
  initialValues: V,
  draft?: Draft<V>,
): UseFormReturnType<V> {
  const form = useForm<V>({
    mode: 'uncontrolled',
    initialValues: draft?.current ?? initialValues,
    validate: schemaResolver(schema, { sync: true }),
    onValuesChange: (values) => {
      if (draft) draft.current = values
    },
  })
  // Reads what the user or a password manager filled in before hydration; a forced update would take the focus away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on hydration
  useEffect(() => {
    for (const field of Object.keys(initialValues)) {
      const node = form.getInputNode(field)
      if (!(node instanceof HTMLInputElement) || node.value === form.getValues()[field]) continue
      form.setFieldValue(field, node.value as never, { forceUpdate: false })
    }
  }, [])
  return form
}

export function problemWith(schema: Schema, value: unknown): string | undefined {
  const result = schema['~standard'].validate(value)
  return result instanceof Promise ? undefined : result.issues?.[0]?.message
}

export function focusFirstError<V extends Values>(form: UseFormReturnType<V>) {
  return (errors: FormErrors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus()
}

/** Shows the server's errors at their fields; true when there were any. */
export function showFieldErrors<V extends Values>(form: UseFormReturnType<V>, error: unknown): boolean {
  if (!(error instanceof ApiError) || Object.keys(error.errors).length === 0) return false
  form.setErrors(Object.fromEntries(Object.entries(error.errors).map(([field, [text]]) => [field, text])))
  return true
}
