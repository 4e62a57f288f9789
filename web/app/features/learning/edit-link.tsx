import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useSession } from '../../lib/session'

const EDITORS = ['Docente', 'Administrador']

/** From what students see to where staff edit it; only offered, the API decides. */
export function EditLink({ to }: { to: string }) {
  if (!EDITORS.includes(useSession()?.user.tipo_cliente ?? '')) return null
  return (
    <Button component={Link} to={to} variant="default" leftSection={<IconPencil size={18} aria-hidden />}>
      Editar
    </Button>
  )
}
