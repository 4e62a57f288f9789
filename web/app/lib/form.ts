import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from './errors'
import type { Schema } from './validate'

/** How long a submit waits for the schema: the server checks too. */
const PATIENCE_MS = 3000

type Values = Record<string, string>
type Errors = Record<string, string | undefined>
/** Preserves the values while the form is unmounted. */
export type Draft<V extends Values> = { current: V | undefined }
export type SchemaForm<V extends Values> = ReturnType<typeof useSchemaForm<V>>

function readFields<V extends Values>(form: HTMLFormElement, initialValues: V): V {
  const fields = new FormData(form)
  const written = Object.entries(initialValues).map(([name, value]) => [name, fields.get(name) ?? value])
  return Object.fromEntries(written)
}

/**
 * Validates with the contract's schema, so both sides show the same texts. The schema is loaded when the form is first
 * used; the values stay in the fields, where password managers write before hydration too.
 */
export function useSchemaForm<V extends Values>(load: () => Promise<Schema>, initialValues: V, draft?: Draft<V>) {
  const element = useRef<HTMLFormElement>(null)
  const own = useRef<V>(undefined)
  const kept = draft ?? own
  const validate = useRef<(values: V) => Errors>(undefined)
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const lastValues = kept.current ?? initialValues

  const getInputNode = (name: string) => element.current?.querySelector<HTMLElement>(`[name="${name}"]`) ?? null
  const getValues = () =>
    element.current ? readFields(element.current, initialValues) : (kept.current ?? initialValues)
  const prepare = async () => {
    if (validate.current) return
    // Without it the server's errors reach the fields.
    const loaded = await Promise.all([load(), import('./validate')]).catch(() => undefined)
    if (loaded) validate.current = (values) => loaded[1].errorsOf(loaded[0], values)
  }
  const submit = async (send: (values: V) => unknown) => {
    if (!validate.current) {
      setBusy(true)
      await Promise.race([prepare(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
      setBusy(false)
    }
    if (!element.current) return
    const values = getValues()
    const found = validate.current?.(values) ?? {}
    kept.current = values
    setErrors(found)
    if (Object.keys(found).length > 0) focusFirstError({ getInputNode })(found)
    else send(values)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on hydration
  useEffect(() => {
    const values = getValues()
    if (Object.keys(values).some((name) => values[name] !== lastValues[name])) kept.current = values
  }, [])
  return {
    busy,
    errors,
    setErrors,
    getInputNode,
    getValues,
    /** Writes into fields; what was said of them goes. */
    write: (values: Partial<V>) => {
      const said = { ...errors }
      for (const [name, value] of Object.entries(values)) {
        const node = getInputNode(name)
        if (node instanceof HTMLInputElement) node.value = value
        delete said[name]
      }
      kept.current = { ...getValues(), ...values }
      setErrors(said)
    },
    props: (send: (values: V) => unknown) => ({
      ref: element,
      // With GET the password would be in the address where lib/start.js did not run.
      method: 'post' as const,
      noValidate: true,
      onFocus: prepare,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        void submit(send)
      },
    }),
    field: (name: keyof V & string) => ({
      name,
      defaultValue: lastValues[name],
      error: errors[name],
      onChange: () => {
        // The focus may have come before hydration.
        void prepare()
        kept.current = getValues()
        if (errors[name]) setErrors({ ...errors, [name]: undefined })
      },
    }),
  }
}

type Fields = { getInputNode: (name: string) => HTMLElement | null }

export function focusFirstError({ getInputNode }: Fields) {
  return (errors: object) => getInputNode(Object.keys(errors)[0] ?? '')?.focus()
}

/** Shows the server's errors at their fields and focuses the first; true when there were any. */
export function showFieldErrors(form: Fields & { setErrors: (errors: Errors) => void }, error: unknown): boolean {
  if (!(error instanceof ApiError) || Object.keys(error.errors).length === 0) return false
  form.setErrors(Object.fromEntries(Object.entries(error.errors).map(([field, [text]]) => [field, text])))
  focusFirstError(form)(error.errors)
  return true
}
