import type { ExamHead } from '@campus/contract/grading'
import { numberOf } from '@campus/contract/numbers'
import { Button, Checkbox, Stack, Textarea, TextInput } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/format'
import { instantOf, limaField } from '../blocks/lima-field'
import classes from './attempts.module.css'

export type ExtraValues = { intentos: string; minutos: string; cierre: string; motivo: string }

export const givenIn = ({ intentos, minutos, cierre }: Omit<ExtraValues, 'motivo'>) => ({
  intentos: numberOf(intentos),
  minutos: numberOf(minutos),
  cierre: instantOf(cierre),
})

const WORDS = {
  one: {
    closes: 'Cierra para este alumno (hora de Lima)',
    open: 'También para el intento que tiene abierto',
    reason: 'Queda en el historial. Al alumno le avisamos lo que gana.',
  },
  several: {
    closes: 'Cierra para ellos (hora de Lima)',
    open: 'También para los intentos que están abiertos',
    reason: 'Queda en el historial. A cada alumno le avisamos lo que gana.',
  },
}

type ExtraFieldsProps = {
  exam: ExamHead
  whom: keyof typeof WORDS
  field: (name: keyof ExtraValues) => object
  /** Asked only where there may be open attempts. */
  asksOpen: boolean
  alsoOpen: boolean
  onAlsoOpen: (yes: boolean) => void
  /** What it comes to. */
  children: ReactNode
}

/** More attempts, minutes or time to begin, and why. */
export function ExtraFields({ exam, whom, field, asksOpen, alsoOpen, onAlsoOpen, children }: ExtraFieldsProps) {
  const words = WORDS[whom]
  return (
    <Stack>
      <div className={classes.pair}>
        <TextInput label="Intentos de más" inputMode="numeric" {...field('intentos')} />
        {exam.duracion !== null && <TextInput label="Minutos de más" inputMode="numeric" {...field('minutos')} />}
      </div>
      {exam.fecha_cierre && (
        <TextInput
          type="datetime-local"
          label={words.closes}
          description={`Para los demás, el ${formatDateTime(exam.fecha_cierre)}.`}
          {...field('cierre')}
        />
      )}
      {children}
      {asksOpen && (
        <Checkbox label={words.open} checked={alsoOpen} onChange={(event) => onAlsoOpen(event.currentTarget.checked)} />
      )}
      <Textarea
        label="Motivo"
        description={words.reason}
        required
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        {...field('motivo')}
      />
    </Stack>
  )
}

/** Offers a closing date that takes nothing of what is given, as of these students alone. */
export const MoveClosing = ({ to, onMove }: { to: string; onMove: (field: string) => void }) => (
  <div>
    <Button
      variant="light"
      color="yellow"
      leftSection={<IconClock size={18} aria-hidden />}
      onClick={() => onMove(limaField(to))}
    >
      {`Mover su cierre al ${formatDateTime(to)}`}
    </Button>
  </div>
)
