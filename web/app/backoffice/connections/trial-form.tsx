import type { Connections } from '@campus/contract/connections'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Schema } from '../../lib/validate'
import { answerOf } from '../blocks/answer-of'
import { answeredErrors, bodyErrors, focusFirst } from '../blocks/field-errors'
import { PasswordDialog } from '../blocks/password-dialog'
import { staleCopy } from '../blocks/stale'
import { useTakeState } from './calls'

/** What every such body has besides its fields. */
export type Confirmed = { version: number; password: string }

type TrialFormProps<V, Body> = {
  label: string
  values: V
  version: number
  /** The contract's body, so that both sides use the same texts. */
  schema: Schema
  body: (values: V, confirmed: Confirmed) => Body
  send: (body: Body) => Promise<{ data?: { data: Connections } }>
  /** Before the password, and while the service is tried. */
  confirm: { text: ReactNode; waiting: string }
  onSaved: (state: Connections) => void
  /** Null where there is nothing to go back to. */
  onCancel: (() => void) | null
  onDirty: (isDirty: boolean) => void
  children: (form: UseFormReturnType<V>) => ReactNode
}

/** A form whose values are tried before they are saved; what was typed outlives a failure. */
export function TrialForm<V extends object, Body>(props: TrialFormProps<V, Body>) {
  const { label, schema, confirm, onSaved, onCancel, onDirty, children } = props
  const takeState = useTakeState()
  // That of the state the person saw, whatever was refetched since.
  const version = useRef(props.version)
  const [asking, setAsking] = useState(false)
  const [note, setNote] = useState('')
  const form = useForm<V>({
    initialValues: props.values,
    validate: (values) => bodyErrors(schema, props.body(values, { version: 0, password: '-' }), values),
  })
  const dirty = form.isDirty()
  useEffect(() => {
    onDirty(dirty)
    return () => onDirty(false)
  }, [dirty, onDirty])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the dialog, which holds the focus, is closed
  useEffect(() => {
    if (!asking) focusFirst(form.errors)
  }, [asking])

  const showFailure = (error: unknown) => {
    const actual = staleCopy<Connections>(error)
    if (actual) {
      version.current = actual.version
      takeState(actual.datos)
      return setNote(`${actual.por?.nombre ?? 'Otra persona'} lo cambió mientras escribías. Lo tuyo sigue aquí.`)
    }
    const errors = answeredErrors(error, form.getValues())
    if (!Object.keys(errors).some((name) => name in form.getValues())) throw error
    form.setErrors(errors)
    setNote('Revisa lo marcado.')
  }
  const confirmed = async (password: string) => {
    try {
      const body = props.body(form.getValues(), { version: version.current, password })
      const state = await answerOf(props.send(body))
      takeState(state)
      onSaved(state)
    } catch (error) {
      showFailure(error)
    }
  }
  const ask = () => {
    setNote('')
    setAsking(true)
  }
  return (
    <form onSubmit={form.onSubmit(ask, focusFirst)} noValidate aria-label={label} autoComplete="off">
      <Stack>
        {children(form)}
        {note && (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {`No se guardó nada. ${note}`}
          </Alert>
        )}
        <Group>
          <Button type="submit">Probar y guardar</Button>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancelar
            </Button>
          )}
        </Group>
      </Stack>
      {asking && (
        <PasswordDialog
          title="Probar y guardar"
          action="Probar y guardar"
          waiting={confirm.waiting}
          onConfirm={confirmed}
          onClose={() => setAsking(false)}
        >
          {confirm.text}
        </PasswordDialog>
      )}
    </form>
  )
}
