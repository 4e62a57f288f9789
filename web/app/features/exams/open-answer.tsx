import { MAX_OPEN_ANSWER } from '@campus/contract/rules'
import { GrowingTextarea } from '../../ui/growing-textarea'

type OpenAnswerProps = { value: string; anonymous?: boolean; onChange: (value: string) => void }

export function OpenAnswer({ value, anonymous = false, onChange }: OpenAnswerProps) {
  const left = MAX_OPEN_ANSWER - value.length
  return (
    <GrowingTextarea
      label="Tu respuesta"
      description={anonymous ? 'Se guarda mientras escribes.' : 'La leerá un docente. Se guarda mientras escribes.'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={MAX_OPEN_ANSWER}
      minRows={anonymous ? 4 : 8}
      maxRows={20}
      error={left <= 0 ? `La respuesta puede tener hasta ${MAX_OPEN_ANSWER} caracteres.` : undefined}
    />
  )
}
