import { Button, Loader, PasswordInput, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError, failureText } from '../../lib/errors'
import { Dialog, DialogActions } from '../../ui/dialog'

type PasswordDialogProps = {
  title: string
  /** What will happen, with what the server counted. */
  children: ReactNode
  /** Names the act, such as *Cambiar los roles*. */
  action: string
  destructive?: boolean
  /** Of an act that takes long: what its button says meanwhile. */
  waiting?: string
  /** Rejects with the server's failure, which the dialog shows. */
  onConfirm: (password: string) => Promise<unknown>
  onClose: () => void
}

/** Confirms an act that needs the person's password. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, children, action, destructive, waiting, onConfirm, onClose } = props
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    // The portal's events reach a form around the dialog too.
    event.stopPropagation()
    if (password === '') return setError('Escribe tu contraseña.')
    setBusy(true)
    try {
      await onConfirm(password)
      onClose()
    } catch (failure) {
      const fields = failure instanceof ApiError ? failure.errors : {}
      setError(fields.password?.[0] ?? Object.values(fields)[0]?.[0] ?? failureText(failure))
    } finally {
      setBusy(false)
    }
  }
  const held = busy && waiting !== undefined
  return (
    <Dialog onClose={onClose} title={title} closedby={held ? 'none' : 'any'}>
      <form onSubmit={confirm} noValidate>
        <Text component="div">{children}</Text>
        <PasswordInput
          mt="md"
          label="Escribe tu contraseña para continuar."
          name="password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={error}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setError(null)
          }}
        />
        <DialogActions>
          <Button variant="default" disabled={held} onClick={onClose}>
            Cancelar
          </Button>
          <Button
            type="submit"
            color={destructive ? 'red' : undefined}
            loading={busy && !held}
            disabled={held}
            leftSection={held && <Loader size={16} color="currentColor" />}
          >
            {held ? waiting : action}
          </Button>
        </DialogActions>
        <span role="status" className="visually-hidden">
          {held && waiting}
        </span>
      </form>
    </Dialog>
  )
}
