import type { EnrolmentsExport } from '@campus/contract/enrolments.staff'
import { client } from '../../lib/client'
import { count } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { answerOf } from '../blocks/answer-of'
import { PasswordDialog } from '../blocks/password-dialog'

/** The list as a file, which the browser downloads as the server makes it. */
export default function DownloadDialog({ asked, onClose }: { asked: EnrolmentsExport; onClose: () => void }) {
  const download = async (password: string) => {
    const body = { ...asked, password }
    const { enlace, filas } = await answerOf(client.POST('/api/gestion/matriculas/exportar', { body }))
    const link = document.createElement('a')
    link.href = enlace
    link.download = ''
    link.click()
    toast(`La descarga empezó: ${count(filas, 'matrícula', 'matrículas')}.`)
  }
  return (
    <PasswordDialog title="Descargar la lista" action="Descargar" onConfirm={download} onClose={onClose}>
      El archivo tiene las matrículas que ves con estos filtros, con nombres y correos. Se abre en Excel.
    </PasswordDialog>
  )
}
