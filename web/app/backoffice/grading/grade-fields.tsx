import { Alert, Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import type { Ref } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '../../lib/format'
import { resolvedCopy, resolvedText } from '../blocks/inbox'
import classes from './grading.module.css'

/** As typed. */
export type Grade = { points: string; comment: string; reason: string }

export const gradeOf = ({ puntos, comentario }: { puntos: number | null; comentario: string | null }): Grade => ({
  points: puntos === null ? '' : String(puntos),
  comment: comentario ?? '',
  reason: '',
})

type GradeFieldsProps = {
  grade: Grade
  onChange: (grade: Grade) => void
  /** What the question is worth. */
  most: number
  /** Only a correction has a reason: what it says of it. */
  reasonText?: string | undefined
  errors: Partial<Record<keyof Grade, string | null | undefined>>
  pointsRef: Ref<HTMLInputElement>
  reasonRef?: Ref<HTMLInputElement>
}

/** Points and comment of an answer. */
export function GradeFields({ grade, onChange, most, reasonText, errors, pointsRef, reasonRef }: GradeFieldsProps) {
  return (
    <>
      <TextInput
        ref={pointsRef}
        mt="lg"
        label="Puntos"
        description={`De 0 a ${formatNumber(most)}`}
        inputMode="decimal"
        autoComplete="off"
        className={classes.points}
        value={grade.points}
        error={errors.points}
        onChange={(event) => onChange({ ...grade, points: event.currentTarget.value })}
      />
      <Textarea
        mt="md"
        label="Comentario"
        description="Lo lee el alumno junto a su nota."
        autosize
        minRows={3}
        maxRows={12}
        maxLength={2000}
        value={grade.comment}
        error={errors.comment}
        onChange={(event) => onChange({ ...grade, comment: event.currentTarget.value })}
      />
      {reasonText && (
        <TextInput
          ref={reasonRef}
          mt="md"
          label="Motivo"
          description={reasonText}
          maxLength={500}
          value={grade.reason}
          error={errors.reason}
          onChange={(event) => onChange({ ...grade, reason: event.currentTarget.value })}
        />
      )}
    </>
  )
}

/** What another teacher gave meanwhile. */
export const decidedBy = (error: unknown) => resolvedCopy<{ puntos: number | null; comentario: string | null }>(error)

export const firstName = (por: { nombre: string } | null) => por?.nombre.split(' ')[0] ?? 'otra persona'

type ConflictProps = {
  error: unknown
  mine: string
  /** *Dejar la de Rosa* leads to another address, or does something. */
  keep: string | (() => void)
  onMine: (version: number) => void
}

/** Both grades, and which one stays. */
export function GradeConflict({ error, mine, keep, onMine }: ConflictProps) {
  const decided = decidedBy(error)
  if (!decided) return null
  const name = firstName(decided.por)
  const theirs = decided.datos.puntos === null ? 'sin puntos' : `${formatNumber(decided.datos.puntos)} puntos`
  const label = `Dejar la de ${name}`
  return (
    <Alert role="alert" color="yellow" icon={<IconUsers aria-hidden />} mb="md" title={resolvedText(error)}>
      <Text>{`La de ${name}: ${theirs}${decided.datos.comentario ? `, «${decided.datos.comentario}»` : ''}. La tuya: ${mine} puntos.`}</Text>
      <Group gap="sm" mt="sm">
        {typeof keep === 'string' ? (
          <Button component={Link} to={keep} variant="light" color="gray">
            {label}
          </Button>
        ) : (
          <Button variant="light" color="gray" onClick={keep}>
            {label}
          </Button>
        )}
        <Button variant="light" onClick={() => onMine(decided.version)}>
          Usar la mía
        </Button>
      </Group>
    </Alert>
  )
}
