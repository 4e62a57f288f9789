import type { ExamHead } from '@campus/contract/grading'
import { TextInput } from '@mantine/core'
import { formatDateTime } from '../../lib/format'
import classes from './attempts.module.css'

type ExtraFieldsProps = {
  exam: ExamHead
  /** *este alumno* */
  whom: string
  field: (name: 'intentos' | 'minutos' | 'cierre') => object
}

/** More attempts, minutes or time to begin. */
export function ExtraFields({ exam, whom, field }: ExtraFieldsProps) {
  return (
    <>
      <div className={classes.pair}>
        <TextInput label="Intentos de más" inputMode="numeric" {...field('intentos')} />
        {exam.duracion !== null && <TextInput label="Minutos de más" inputMode="numeric" {...field('minutos')} />}
      </div>
      {exam.fecha_cierre && (
        <TextInput
          type="datetime-local"
          label={`Cierra para ${whom} (hora de Lima)`}
          description={`Para los demás, el ${formatDateTime(exam.fecha_cierre)}.`}
          {...field('cierre')}
        />
      )}
    </>
  )
}
