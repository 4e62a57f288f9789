import type { Student } from '@campus/contract/students.staff'
import { client } from '../../lib/client'
import { saveFile } from '../../lib/save-file'
import { toast } from '../../lib/toasts'
import { PasswordDialog } from '../blocks/password-dialog'

type DataDialogProps = { student: Student; onClose: () => void }

const fileOf = (response: Response): string =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'datos.json'

/** The copy that the student downloads, too. */
export default function AccountDataDialog({ student: { id, nombres }, onClose }: DataDialogProps) {
  const download = async (password: string) => {
    const { data, response } = await client.POST('/api/gestion/alumnos/{id}/datos', {
      params: { path: { id: String(id) } },
      body: { password },
      parseAs: 'blob',
    })
    if (data) saveFile(data, fileOf(response))
    toast('Sus datos se descargaron.')
  }
  return (
    <PasswordDialog
      title="Descargar sus datos"
      action="Descargar"
      waiting="Preparando el archivo…"
      onConfirm={download}
      onClose={onClose}
    >
      {`El archivo tiene todo lo que el campus guarda de ${nombres}, también las notas del personal. Entrégaselo solo a la persona.`}
    </PasswordDialog>
  )
}
