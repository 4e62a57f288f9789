import { TextInput } from '@mantine/core'
import { useRef } from 'react'
import { useField } from './findings'
import { PartRow } from './part-row'
import { PartsField } from './parts-field'

type TextListProps = {
  label: string
  description?: string
  /** What one of them is called: *Respuesta aceptada*. */
  one: string
  add: string
  path: (string | number)[]
  values: string[]
  fewest: number
  most: number
  maxLength: number
  onChange: (values: string[]) => void
}

/** Short texts, one per row; Enter goes to the next one. */
export function TextList(props: TextListProps) {
  const { label, description, one, path, values, fewest, most, maxLength, onChange } = props
  const field = useField()
  const list = useRef<HTMLDivElement>(null)
  const focus = (place: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLInputElement>('input')[place]?.focus())
  const add = () => {
    if (values.length >= most) return
    onChange([...values, ''])
    focus(values.length)
  }
  return (
    <PartsField
      label={label}
      description={description}
      path={path}
      add={props.add}
      onAdd={add}
      full={values.length >= most}
      list={list}
    >
      {values.map((value, place) => (
        <PartRow
          // biome-ignore lint/suspicious/noArrayIndexKey: texts have no id, and typing must not lose the focus
          key={place}
          name={`${one.toLowerCase()} ${place + 1}`}
          onRemove={values.length > fewest ? () => onChange(values.filter((_, n) => n !== place)) : undefined}
        >
          <TextInput
            flex={1}
            aria-label={`${one} ${place + 1}`}
            maxLength={maxLength}
            value={value}
            onChange={(event) => onChange(values.map((given, n) => (n === place ? event.target.value : given)))}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (place === values.length - 1) add()
              else focus(place + 1)
            }}
            {...field(...path, place)}
          />
        </PartRow>
      ))}
    </PartsField>
  )
}
