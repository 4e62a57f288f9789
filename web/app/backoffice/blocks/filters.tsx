import { Text, TextInput } from '@mantine/core'
import { CoursePicker } from './course-picker'
import type { FieldFilter, Filter } from './filter-bar'
import classes from './filters.module.css'

type DayFieldProps = { word: string; value: string; onChange: (day: string) => void }

/** A day of Lima, such as *Desde*. */
export function DayField({ word, value, onChange }: DayFieldProps) {
  return (
    <div className={classes.named}>
      <Text size="sm" c="dimmed" aria-hidden>
        {word}
      </Text>
      <TextInput
        type="date"
        className={classes.day}
        aria-label={`${word} el día`}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}

export const dayFilter = (key: string, word: string): Filter => ({
  key,
  field: (value, set) => <DayField key={key} word={word} value={value} onChange={set} />,
})

export const COURSE_FILTER: FieldFilter = {
  key: 'curso',
  field: (value, set) => (
    <CoursePicker
      key="curso"
      aria-label="Curso"
      placeholder="Todos los cursos"
      clearable
      value={value}
      onChange={set}
    />
  ),
}
