import { isBegun, numberOf } from '@campus/contract/numbers'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

type NumberFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: number | null
  onChange: (value: number | null) => void
  whole?: boolean
  /** Of money: with two decimals once it is left. */
  money?: boolean
}

const NOT_NUMBER = 'Escribe un número, como 1500 o 2.5.'
const NOT_WHOLE = 'Escribe un número entero.'
/** Of any number in a draft. */
const MOST = 1_000_000_000

/** A number of a document, kept as it was typed; what is none stays in the field, which says so. */
export function NumberField({ value, onChange, whole = false, money = false, error, ...props }: NumberFieldProps) {
  const [typed, setTyped] = useState('')
  const [left, setLeft] = useState(true)
  const read = (text: string): number | null => {
    const number = numberOf(text)
    return Math.abs(number) <= MOST && (!whole || Number.isInteger(number)) ? number : null
  }
  const written = money ? value?.toFixed(2) : value?.toString()
  // Another value came from elsewhere: a version, an undo, another question.
  const text = read(typed) === value ? typed : (written ?? '')
  const wrong = text.trim() !== '' && read(text) === null && (left || whole || !isBegun(text))
  const asked = whole ? NOT_WHOLE : NOT_NUMBER
  return (
    <TextInput
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      maxLength={40}
      {...props}
      value={text}
      error={wrong ? asked : error}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        setLeft(false)
        onChange(read(event.currentTarget.value))
      }}
      onBlur={() => {
        setLeft(true)
        if (money && value !== null) setTyped('')
      }}
    />
  )
}
