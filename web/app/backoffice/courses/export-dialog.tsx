import { client } from '../../lib/client'
import { toast } from '../../lib/toasts'
import { PasswordDialog } from '../blocks/password-dialog'

type ExportDialogProps = { id_curso?: number; onClose: () => void }

/** A ZIP of content files, which the browser downloads as the server makes it. */
export default function ExportDialog({ id_curso, onClose }: ExportDialogProps) {
  const download = async (password: string) => {
    const { data } = await client.POST('/api/gestion/exportar-carpeta', { body: { password, id_curso } })
    if (!data) return
    const link = document.createElement('a')
    link.href = data.data.enlace
    link.download = ''
    link.click()
    const left = data.data.fuera
    toast(left.length === 0 ? 'La descarga empezó.' : `La descarga empezó. Quedó fuera: ${left.join(', ')}.`)
  }
  return (
    <PasswordDialog title="Exportar carpeta" action="Exportar carpeta" onConfirm={download} onClose={onClose}>
      {id_curso === undefined
        ? 'Descargas un ZIP con lo publicado de la academia: ajustes, portada, páginas, premios, temas y cursos, con sus archivos, las claves de los exámenes y los correos de los docentes. Sin alumnos ni borradores.'
        : 'Descargas un ZIP con lo publicado del curso: lecciones, archivos, sesiones y evaluaciones con sus claves, y los correos de los docentes. Sin alumnos ni borradores.'}
    </PasswordDialog>
  )
}
