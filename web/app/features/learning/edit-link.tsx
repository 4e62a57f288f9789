import { IconPencil } from '@tabler/icons-react'
import { useSession } from '../../lib/session'
import { LinkButton } from '../../ui/button'

const EDITORS = ['Docente', 'Administrador']

/** From what students see to where staff edit it; only offered, the API decides. */
export function EditLink({ to }: { to: string }) {
  if (!EDITORS.includes(useSession()?.user.tipo_cliente ?? '')) return null
  return (
    <LinkButton to={to} variant="default" leftSection={<IconPencil size={18} aria-hidden />}>
      Editar
    </LinkButton>
  )
}
