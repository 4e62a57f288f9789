import type { AttendanceRow, AttendanceState } from '@campus/contract/attendance.staff'
import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import classes from './attendance.module.css'

const CHOICES = [
  { estado: 'cerrada', text: 'Asistió', color: 'teal', Drawing: IconCheck },
  { estado: 'no', text: 'No asistió', color: 'gray', Drawing: IconX },
] as const

type StateButtonsProps = { row: AttendanceRow; onMark: (estado: AttendanceState) => void }

/** Both answers, of which one is pressed, unless the student only arrived. */
export function StateButtons({ row, onMark }: StateButtonsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in each row of a table would be read as a form
    <span role="group" aria-label={`Asistencia de ${row.nombres} ${row.apellidos}`} className={classes.choice}>
      {CHOICES.map(({ estado, text, color, Drawing }) => {
        const pressed = row.estado === estado
        return (
          <Button
            key={estado}
            size="md"
            variant={pressed ? 'light' : 'default'}
            color={color}
            aria-pressed={pressed}
            data-row={estado === 'cerrada' || undefined}
            leftSection={pressed && <Drawing size={16} aria-hidden />}
            onClick={() => !pressed && onMark(estado)}
          >
            {text}
          </Button>
        )
      })}
    </span>
  )
}
