import { Button, Group, Textarea } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { client } from '../../lib/client'
import { ApiError } from '../../lib/errors'
import { toast } from '../../lib/toasts'
import { Failure } from '../../ui/failure'
import { answerOf } from '../blocks/answer-of'
import { LeaveDialog } from '../blocks/record'
import classes from './students.module.css'

const emptyNote = () => ({ texto: '', envio: crypto.randomUUID() })

/** Folded out to write something down about a student. */
export function NoteForm({ student, onSaved }: { student: number; onSaved: () => unknown }) {
  const [open, setOpen] = useState(false)
  const [note, setNote] = useState(emptyNote)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  if (!open)
    return (
      <Button variant="default" mb="lg" leftSection={<IconNote size={18} aria-hidden />} onClick={() => setOpen(true)}>
        Escribir una nota
      </Button>
    )
  const close = () => {
    setNote(emptyNote())
    setFailure(null)
    setOpen(false)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const params = { path: { id: String(student) } }
      await answerOf(client.POST('/api/gestion/alumnos/{id}/notas', { params, body: note }))
      await onSaved()
      toast('Nota guardada.')
      close()
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }
  const wrong = failure instanceof ApiError ? failure.errors.texto?.[0] : undefined
  return (
    <form onSubmit={save} noValidate className={classes.note}>
      <Textarea
        label="Nota"
        description="La lee el personal, no el alumno; si él pide sus datos, va en la copia."
        autosize
        minRows={2}
        maxRows={12}
        maxLength={2000}
        autoFocus
        value={note.texto}
        error={wrong}
        onChange={(event) => {
          setFailure(null)
          setNote({ ...note, texto: event.currentTarget.value })
        }}
      />
      {!wrong && <Failure mt="sm" error={failure} />}
      <LeaveDialog isDirty={note.texto.trim() !== ''} />
      <Group mt="sm" gap="sm">
        <Button type="submit" loading={busy}>
          Guardar la nota
        </Button>
        <Button variant="default" onClick={close}>
          Cancelar
        </Button>
      </Group>
    </form>
  )
}
