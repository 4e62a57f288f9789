import type { Question } from '@campus/contract/exams'
import { decimalOf, hasSeparator, isBegun } from '@campus/contract/numbers'
import { MATCH, MAX_OPEN_ANSWER, MAX_SHORT_ANSWER, NUMERIC, OPEN } from '@campus/contract/rules'
import { IconPlusMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { SelectField, TextField } from '../../ui/field'
import { GrowingTextarea } from '../../ui/growing-textarea'
import { IconButton } from '../../ui/icon-button'
import type { Reply } from './outbox'
import { TEXTS } from './texts'
import classes from './written-answer.module.css'

type WrittenAnswerProps = {
  question: Question
  reply: Reply | undefined
  anonymous?: boolean | undefined
  onReply: (reply: Reply, open: boolean) => void
}
type TextProps = { value: string; onChange: (value: string) => void }

const withOtherSign = (value: string) =>
  /^\s*[–−-]/.test(value) ? value.replace(/[–−-]/, '') : `-${value.trimStart()}`

/** Decimal keyboards of phones have no minus sign. */
function NumberField({ value, onChange }: TextProps) {
  const [left, setLeft] = useState(true)
  const decimal = decimalOf(value)
  const understood = decimal !== null && hasSeparator(value)
  const wrong = value.trim() !== '' && decimal === null && (left || !isBegun(value))
  const change = (next: string) => {
    setLeft(false)
    onChange(next)
  }
  return (
    <>
      <TextField
        label="Tu respuesta"
        description={TEXTS.number}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => setLeft(true)}
        maxLength={40}
        inputMode="decimal"
        autoComplete="off"
        className={classes.number}
        error={wrong ? TEXTS.notNumber : undefined}
        rightSection={
          <IconButton aria-label="Cambiar el signo" onClick={() => change(withOtherSign(value))}>
            <IconPlusMinus size={20} aria-hidden />
          </IconButton>
        }
      />
      <p role="status" className={classes.understood}>
        {understood && `Lo leemos como ${decimal}`}
      </p>
    </>
  )
}

function LongField({ value, anonymous = false, onChange }: TextProps & Pick<WrittenAnswerProps, 'anonymous'>) {
  const full = value.length >= MAX_OPEN_ANSWER
  return (
    <GrowingTextarea
      label="Tu respuesta"
      description={anonymous ? 'Se guarda mientras escribes.' : 'La leerá un docente. Se guarda mientras escribes.'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={MAX_OPEN_ANSWER}
      minRows={anonymous ? 4 : 8}
      maxRows={20}
      error={full && `La respuesta puede tener hasta ${MAX_OPEN_ANSWER} caracteres.`}
    />
  )
}

function ShortField({ value, onChange }: TextProps) {
  return (
    <TextField
      label="Tu respuesta"
      description={TEXTS.short}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={MAX_SHORT_ANSWER}
      autoComplete="off"
      autoCapitalize="none"
    />
  )
}

function Pairs({ question, reply, onReply }: WrittenAnswerProps) {
  const { izquierdas = [], derechas = [] } = question
  const parejas = reply?.parejas ?? []
  const options = [{ value: '', label: 'Elige…' }, ...derechas.map((label, at) => ({ value: String(at), label }))]
  function pair(izquierda: number, chosen: string): void {
    const others = parejas.filter((one) => one.izquierda !== izquierda)
    const all = chosen === '' ? others : [...others, { izquierda, derecha: Number(chosen) }]
    onReply({ id_opcion: null, respuesta: null, parejas: all }, false)
  }
  return (
    <ul className={classes.pairs}>
      {izquierdas.map((left, izquierda) => (
        <li key={left}>
          <SelectField
            label={left}
            value={String(parejas.find((one) => one.izquierda === izquierda)?.derecha ?? '')}
            onChange={(event) => pair(izquierda, event.currentTarget.value)}
          >
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </li>
      ))}
    </ul>
  )
}

/** A text, a number or pairs. */
export function WrittenAnswer({ question, reply, anonymous, onReply }: WrittenAnswerProps) {
  const { tipo_pregunta } = question
  const value = reply?.respuesta ?? ''
  const onChange = (respuesta: string) => onReply({ id_opcion: null, respuesta: respuesta || null }, true)
  if (tipo_pregunta === MATCH) return <Pairs question={question} reply={reply} onReply={onReply} />
  if (tipo_pregunta === OPEN) return <LongField value={value} anonymous={anonymous} onChange={onChange} />
  const Field = tipo_pregunta === NUMERIC ? NumberField : ShortField
  return <Field value={value} onChange={onChange} />
}
