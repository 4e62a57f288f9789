import { Button, Stack } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { newEnvio } from '../../lib/envio'
import type { Schema } from '../../lib/validate'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Failure } from '../../ui/failure'
import { answerOf } from './answer-of'
import { answeredErrors, bodyErrors, focusFirst } from './field-errors'
import { PasswordDialog } from './password-dialog'

type NewDialogProps<V, Body, Saved> = {
  title: string
  action: string | ((values: V) => string)
  /** What the fields hold at first. */
  values: V
  /** The contract's body, so that both sides use the same texts. */
  schema: Schema
  /** What is sent for the values, otherwise themselves; the same `envio` again finds what the first request made. */
  body?: (values: V, envio: string) => Body
  send: (body: Body, password: string) => Promise<{ data?: { data: Saved } }>
  onDone: (saved: Saved, values: V) => unknown
  /** Texts of refusals that have a field although they are no mistake in it. */
  refused?: (error: unknown) => Record<string, string>
  /** Asks for the person's password before it is sent. */
  confirm?: { action: string; text: (values: V) => ReactNode }
  /** Nothing takes it back: *Cancelar* has the focus. */
  destructive?: boolean
  onClose: () => void
  children: (form: UseFormReturnType<V>) => ReactNode
}

/** Makes something new: the fields, each problem at its field, and one request however often it is pressed. */
export function NewDialog<V extends object, Saved, Body = V & { envio: string }>(
  props: NewDialogProps<V, Body, Saved>,
) {
  const { title, action, values: initialValues, schema, send, onDone, confirm, destructive, onClose, children } = props
  const [envio] = useState(newEnvio)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const bodyOf = props.body ?? ((values: V) => ({ ...values, envio }) as Body)
  const form = useForm<V>({
    initialValues,
    validate: (values) => bodyErrors(schema, bodyOf(values, envio), values),
  })
  const deliver = async (password: string) => {
    const values = form.getValues()
    await onDone(await answerOf(send(bodyOf(values, envio), password)), values)
  }
  /** False when none of it belongs to a field. */
  const showErrors = (error: unknown): boolean => {
    const errors = { ...answeredErrors(error, form.getValues()), ...props.refused?.(error) }
    if (!Object.keys(errors).some((name) => name in form.getValues())) return false
    form.setErrors(errors)
    focusFirst(errors)
    return true
  }
  const submit = async () => {
    if (confirm) return setAsking(true)
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    await deliver('').catch((error) => {
      if (!showErrors(error)) setFailure(error)
      setBusy(false)
    })
  }
  const confirmed = (password: string) =>
    deliver(password).catch((error) => {
      if (!showErrors(error)) throw error
    })
  if (confirm && asking)
    return (
      <PasswordDialog title={title} action={confirm.action} onConfirm={confirmed} onClose={() => setAsking(false)}>
        {confirm.text(form.getValues())}
      </PasswordDialog>
    )
  return (
    <Dialog onClose={onClose} title={title}>
      <form onSubmit={form.onSubmit(() => void submit(), focusFirst)} noValidate>
        <Stack>
          {children(form)}
          <Failure error={failure} />
          <DialogActions>
            <Button variant="default" data-autofocus={destructive} onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" color={destructive ? 'red' : undefined} loading={busy}>
              {typeof action === 'string' ? action : action(form.getValues())}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  )
}
