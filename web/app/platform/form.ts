import { type FormErrors, schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { ApiError } from './errors'
import type { LateSchema } from './later'

type Values = Record<string, string>
/** What was typed into a form that goes away and comes back; it lives as long as the page. */
export type Draft<V extends Values> = { current: V | undefined }

/** While the schema is on its way nothing shows that the form was sent: a second click would send it again. */
function useOneAtATime<V extends Values>(onSubmit: UseFormReturnType<V>['onSubmit']): UseFormReturnType<V>['onSubmit'] {
  const checking = useRef(false)
  return (send, refuse) => {
    const checked =
      <Args extends unknown[], Result>(next: ((...args: Args) => Result) | undefined) =>
      (...args: Args) => {
        checking.current = false
        return next?.(...args)
      }
    const submit = onSubmit(checked(send), checked(refuse))
    return (event) => {
      if (checking.current) return event?.preventDefault()
      checking.current = true
      submit(event)
    }
  }
}

/** A form that is checked with the contract's own schema, so that it says the same words as the server. */
export function useSchemaForm<V extends Values>(
  schema: LateSchema,
  initialValues: V,
  draft?: Draft<V>,
): UseFormReturnType<V> {
  const form = useForm<V>({
    mode: 'uncontrolled',
    initialValues: draft?.current ?? initialValues,
    validate: schemaResolver(schema),
    onValuesChange: (values) => {
      schema.warm()
      if (draft) draft.current = values
    },
  })
  // What the visitor or a password manager filled in before React arrived stands in the page, but not in the form. It is
  // taken over where it stands: to set it anew would replace the fields, and with them the focus of who is typing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React arrives
  useEffect(() => {
    for (const field of Object.keys(initialValues)) {
      const node = form.getInputNode(field)
      if (!(node instanceof HTMLInputElement) || node.value === form.getValues()[field]) continue
      form.setFieldValue(field, node.value as never, { forceUpdate: false })
    }
  }, [])
  return { ...form, onSubmit: useOneAtATime(form.onSubmit) }
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
