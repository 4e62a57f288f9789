import { MAX_OPTIONS } from '@campus/contract/rules'
import { Checkbox, Radio, TextInput } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import { useField } from '../blocks/findings'
import { PartRow } from '../blocks/part-row'
import { PartsField } from '../blocks/parts-field'
import classes from './exams.module.css'
import { type ChoiceQuestion, newPartId } from './questions'

/** The texts of the options, not their marks. */
const FIELDS = 'input:not([type=radio], [type=checkbox])'

type OptionKeysProps = {
  question: ChoiceQuestion
  at: number
  /** A survey has no key. */
  survey: boolean
  onChange: (question: ChoiceQuestion) => void
}

/** Options with the mark of the right ones. */
export function OptionKeys({ question, at, survey, onChange }: OptionKeysProps) {
  const field = useField()
  const list = useRef<HTMLDivElement>(null)
  const { opciones, tipo_pregunta } = question
  const set = (next: ChoiceQuestion['opciones']) => onChange({ ...question, opciones: next })
  const mark = (place: number, correcta: boolean) =>
    set(
      opciones.map((option, n) => {
        if (n === place) return { ...option, correcta }
        return tipo_pregunta === 1 ? { ...option, correcta: false } : option
      }),
    )
  const add = () => {
    if (opciones.length >= MAX_OPTIONS) return
    set([...opciones, { id: newPartId(), opcion: '', correcta: false }])
    requestAnimationFrame(() => [...(list.current?.querySelectorAll<HTMLInputElement>(FIELDS) ?? [])].at(-1)?.focus())
  }
  const onKeyDown = (event: KeyboardEvent, place: number) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (place === opciones.length - 1) add()
    else list.current?.querySelectorAll<HTMLInputElement>(FIELDS)[place + 1]?.focus()
  }
  const Mark = tipo_pregunta === 1 ? Radio : Checkbox
  return (
    <PartsField
      label="Opciones"
      description={survey ? undefined : 'Marca la respuesta correcta. Enter pasa a la siguiente opción.'}
      path={['preguntas', at, 'opciones']}
      add="Agregar opción"
      onAdd={add}
      full={opciones.length >= MAX_OPTIONS}
      list={list}
    >
      {opciones.map((option, place) => {
        const name = `la opción ${place + 1}`
        return (
          <PartRow
            key={option.id}
            name={name}
            inline
            onRemove={opciones.length > 2 ? () => set(opciones.filter((_, n) => n !== place)) : undefined}
          >
            {!survey && (
              <Mark
                className={classes.mark}
                aria-label={`${option.opcion || `La opción ${place + 1}`} es correcta`}
                name={`correcta-${question.id}`}
                checked={option.correcta}
                onChange={(event) => mark(place, event.currentTarget.checked)}
              />
            )}
            <TextInput
              flex={1}
              aria-label={`Opción ${place + 1}`}
              placeholder={`Opción ${place + 1}`}
              maxLength={1000}
              value={option.opcion}
              onChange={(event) =>
                set(opciones.map((given, n) => (n === place ? { ...given, opcion: event.target.value } : given)))
              }
              onKeyDown={(event) => onKeyDown(event, place)}
              {...field('preguntas', at, 'opciones', place, 'opcion')}
            />
          </PartRow>
        )
      })}
    </PartsField>
  )
}
