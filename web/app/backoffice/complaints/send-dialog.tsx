import { answerMail, type Complaint } from '@campus/contract/complaints.staff'
import { Button, Group, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Failure } from '../../ui/failure'
import item from '../blocks/inbox-item.module.css'
import { useStaff } from '../shell/staff'
import classes from './complaints.module.css'

type LetterProps = { complaint: Complaint; respuesta: string }

/** The mail, in the words of the server. */
function Letter({ complaint, respuesta }: LetterProps) {
  const { marca } = useStaff()
  const { asunto, saludo, lineas } = answerMail(marca.nombre, { ...complaint, respuesta })
  return (
    <section aria-label="Así la recibe" className={classes.letter}>
      <Text size="sm" c="dimmed">{`Para ${complaint.correo}`}</Text>
      <strong>{asunto}</strong>
      <p className={item.text}>{[saludo, ...lineas].join('\n\n')}</p>
      <Group gap={6} mt="sm" c="dimmed" fz="sm">
        <IconPaperclip size={16} aria-hidden />
        <span>{`Hoja-de-reclamacion-${complaint.numero}.pdf`}</span>
      </Group>
    </section>
  )
}

type SendDialogProps = LetterProps & { busy: boolean; error: unknown; onSend: () => void; onClose: () => void }

/** The answer as the consumer gets it, before it is sent for good. */
export function SendDialog({ complaint, respuesta, busy, error, onSend, onClose }: SendDialogProps) {
  return (
    <Dialog onClose={onClose} title="Enviar la respuesta" size="lg">
      <Text>{`Se envía ahora a ${complaint.correo} y no se puede cambiar después (Libro de Reclamaciones).`}</Text>
      <Letter complaint={complaint} respuesta={respuesta} />
      <Failure mt="md" error={error} />
      <DialogActions>
        <Button variant="default" data-autofocus onClick={onClose}>
          Seguir editando
        </Button>
        <Button loading={busy} onClick={onSend}>
          Sí, enviar
        </Button>
      </DialogActions>
    </Dialog>
  )
}
