import { MAX_OPEN_ANSWER } from '@campus/contract/rules'
import { GrowingTextarea } from '../../ui/growing-textarea'

/** The field of an open question; it grows with the text. */
export function OpenAnswer({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const left = MAX_OPEN_ANSWER - value.length
  return (
    <GrowingTextarea
      label="Tu respuesta"
      description="La leerá un docente. Se guarda mientras escribes."
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={MAX_OPEN_ANSWER}
      minRows={8}
      maxRows={20}
      error={left <= 0 ? `La respuesta puede tener hasta ${MAX_OPEN_ANSWER} caracteres.` : undefined}
    />
  )
}
