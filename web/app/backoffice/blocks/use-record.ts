import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { failureText } from '../../lib/errors'
import type { Schema } from '../../lib/validate'
import { answerOf } from './answer-of'
import { answeredErrors, bodyErrors, focusFirst } from './field-errors'
import { type Actual, mergeStale, staleCopy } from './stale'

type Values = Record<string, string>

type Row<V> = { values: V; version: number }

type RecordConfig<V extends Values, Body, Datos> = {
  /** The contract's body, so that both sides use the same texts. */
  schema: Schema
  row: Datos & { version: number }
  /** The form holds text alone. */
  read: (datos: Datos) => V
  body: (values: V, version: number) => Body
  save: (body: Body, values: V) => Promise<{ data?: { data: Datos & { version: number } } }>
  onSaved?: (datos: Datos) => void
}

type Stale<V> = Pick<Actual<unknown>, 'por' | 'en'> & { theirs: Partial<V> }

export type SaveState =
  | { name: 'idle' }
  | { name: 'saving' }
  | { name: 'saved'; at: number }
  | { name: 'failed'; text: string }

/** A form with a version: a stale save keeps what was typed and says what differs (*blocks/record.tsx* shows it). */
export function useRecord<V extends Values, Body, Datos>(config: RecordConfig<V, Body, Datos>) {
  const { schema, read, body, save, onSaved } = config
  const row = { values: read(config.row), version: config.row.version }
  const base = useRef<Row<V>>(row)
  const [stale, setStale] = useState<Stale<V> | null>(null)
  const [state, setState] = useState<SaveState>({ name: 'idle' })
  const form = useForm<V>({
    initialValues: row.values,
    validate: (values) => bodyErrors(schema, body(values, base.current.version), values),
  })

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

  const fail = (error: unknown) => {
    const actual = staleCopy<Datos>(error)
    if (actual) {
      const now = read(actual.datos)
      const { values, theirs } = mergeStale(base.current.values, form.getValues(), now)
      rebase({ values: now, version: actual.version }, values)
      setStale({ por: actual.por, en: actual.en, theirs })
      return setState({ name: 'idle' })
    }
    const errors = answeredErrors(error, form.getValues())
    if (Object.keys(errors).length > 0) {
      form.setErrors(errors)
      focusFirst(errors)
    }
    setState({ name: 'failed', text: failureText(error) })
  }
  const send = async (values: V) => {
    setState({ name: 'saving' })
    try {
      const saved = await answerOf(save(body(values, base.current.version), values))
      rebase({ values: read(saved), version: saved.version })
      onSaved?.(saved)
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

export type RecordState<V extends Values> = Omit<ReturnType<typeof useRecord<V, unknown, unknown>>, never>
