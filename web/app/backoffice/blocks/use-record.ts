import { type FormErrors, useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { ApiError, failureText } from '../../lib/errors'
import { errorsOf, type Schema } from '../../lib/validate'
import { type Actual, mergeStale, staleCopy } from './stale'

type Values = Record<string, string>

export type Row<V> = { values: V; version: number }

type RecordConfig<V extends Values, Datos> = {
  /** The contract's body, so that both sides use the same texts. */
  schema: Schema
  row: Row<V>
  /** Resolves to what the server now has. */
  save: (values: V, version: number) => Promise<Row<V>>
  /** The form's values of the record that a stale save answers. */
  read: (datos: Datos) => V
}

type Stale<V> = Pick<Actual<unknown>, 'por' | 'en'> & { theirs: Partial<V> }

export type SaveState =
  | { name: 'idle' }
  | { name: 'saving' }
  | { name: 'saved'; at: number }
  | { name: 'failed'; text: string }

/** A form with a version: a stale save keeps what was typed and says what differs (*blocks/record.tsx* shows it). */
export function useRecord<V extends Values, Datos>({ schema, row, save, read }: RecordConfig<V, Datos>) {
  const base = useRef(row)
  const [stale, setStale] = useState<Stale<V> | null>(null)
  const [state, setState] = useState<SaveState>({ name: 'idle' })
  const form = useForm<V>({ initialValues: row.values, validate: (values) => errorsOf(schema, values) })

  const rebase = (next: Row<V>, values = next.values) => {
    base.current = next
    form.setInitialValues(next.values)
    form.setValues(values)
    form.resetDirty(next.values)
  }
  // A refetch brings what others saved; unsaved fields stay.
  useEffect(() => {
    if (row.version > base.current.version && !form.isDirty()) rebase(row)
  })

  const focusFirst = (errors: FormErrors) => {
    const [name = ''] = Object.keys(errors)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-path="${CSS.escape(name)}"]`)?.focus())
  }
  const fail = (error: unknown) => {
    const actual = staleCopy<Datos>(error)
    if (actual) {
      const now = read(actual.datos)
      const { values, theirs } = mergeStale(base.current.values, form.getValues(), now)
      rebase({ values: now, version: actual.version }, values)
      setStale({ por: actual.por, en: actual.en, theirs })
      return setState({ name: 'idle' })
    }
    const errors = error instanceof ApiError ? error.errors : {}
    if (Object.keys(errors).length > 0) {
      const texts = Object.fromEntries(Object.entries(errors).map(([name, [text]]) => [name, text]))
      form.setErrors(texts)
      focusFirst(texts)
    }
    setState({ name: 'failed', text: failureText(error) })
  }
  const send = async (values: V) => {
    setState({ name: 'saving' })
    try {
      rebase(await save(values, base.current.version))
      setStale(null)
      setState({ name: 'saved', at: Date.now() })
    } catch (error) {
      fail(error)
    }
  }
  return {
    form,
    state,
    stale,
    isDirty: form.isDirty(),
    submit: form.onSubmit((values) => void send(values), focusFirst),
    takeTheirs: (name: keyof V & string) => {
      const value = stale?.theirs[name]
      if (value === undefined) return
      form.setValues({ [name]: value } as Partial<V>)
      const { [name]: _taken, ...theirs } = stale?.theirs ?? {}
      setStale((last) => last && { ...last, theirs: theirs as unknown as Partial<V> })
    },
    discard: () => {
      form.reset()
      setStale(null)
      setState({ name: 'idle' })
    },
  }
}

export type RecordState<V extends Values> = Omit<ReturnType<typeof useRecord<V, unknown>>, never>
