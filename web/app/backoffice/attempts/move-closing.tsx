import { Button } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { formatDateTime } from '../../lib/format'
import { limaField } from '../blocks/lima-field'

type MoveClosingProps = { cut: { cierre: string } | null; onMove: (field: string) => void }

/** Offers a closing date that takes nothing of what is given, as of these students alone. */
export function MoveClosing({ cut, onMove }: MoveClosingProps) {
  if (!cut) return null
  return (
    <div>
      <Button
        variant="light"
        color="yellow"
        leftSection={<IconClock size={18} aria-hidden />}
        onClick={() => onMove(limaField(cut.cierre))}
      >
        {`Mover su cierre al ${formatDateTime(cut.cierre)}`}
      </Button>
    </div>
  )
}
