import { type EvaluationDocument, QUESTION_KINDS, type QuestionPart } from '@campus/contract/documents/evaluation'
import { Button, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { count } from '../../lib/format'
import { Dialog, DialogActions } from '../../ui/dialog'
import { type Reason, readGift } from './gift'
import classes from './paste.module.css'

const EXAMPLE = `¿Cuál es la capital del Perú? {=Lima ~Cusco ~Arequipa}

¿Cuáles son pares? {~%50%Dos ~%50%Cuatro ~%-50%Tres}

El sol sale por el este. {T}

¿Quién escribió «Los ríos profundos»? {=José María Arguedas =Arguedas}

¿Cuánto vale pi? {#3.14:0.01}

Une cada país con su capital. {=Perú -> Lima =Chile -> Santiago}

Explica con tus palabras qué es un plano secuencia. {}`

const wordsOf = (html: string): string =>
  (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').replace(/\s+/g, ' ')

const firstLine = (text: string) => text.split('\n')[0]

function Reasons({ title, reasons }: { title: string; reasons: Reason[] }) {
  const id = useId()
  if (reasons.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.heading}>
        {title}
      </h3>
      <ul>
        {reasons.map(({ line, text, reason }) => (
          <li key={`${line} ${text} ${reason}`} className={classes.row}>
            <span className={classes.line}>{`Línea ${line}`}</span>
            <span className={classes.words}>
              <span>{reason}</span>
              <span className={classes.source}>{firstLine(text)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Found({ questions, first }: { questions: QuestionPart[]; first: number }) {
  const id = useId()
  if (questions.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.heading}>
        Se agregan al borrador
      </h3>
      <ol>
        {questions.map((question, at) => (
          <li key={question.id} className={classes.row}>
            <span className={classes.line}>{first + at}</span>
            <span className={classes.words}>
              <span>{question.pregunta}</span>
              <span className={classes.source}>{QUESTION_KINDS[question.tipo_pregunta]}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

type PasteProps = {
  document: EvaluationDocument
  /** Stays when the dialog is closed. */
  text: string
  onText: (text: string) => void
  onAdd: (questions: QuestionPart[]) => void
  onClose: () => void
}

/** Questions in Moodle's GIFT format, seen before they are added; what cannot be taken stays in the field. */
export default function PasteDialog({ document, text, onText, onAdd, onClose }: PasteProps) {
  const [added, setAdded] = useState(0)
  const deferred = useDeferredValue(text)
  const { questions, notes, left } = useMemo(() => readGift(deferred, document, wordsOf), [deferred, document])
  const add = () => {
    onAdd(questions)
    setAdded(questions.length)
    onText(left.map((block) => block.text).join('\n\n'))
    if (left.length === 0) onClose()
  }
  const state = () => {
    if (text.trim() === '' && added === 0) return null
    if (questions.length > 0)
      return { icon: IconCheck, words: `${count(questions.length, 'pregunta', 'preguntas')} por agregar` }
    if (added > 0)
      return {
        icon: IconInfoCircle,
        words: `Agregamos ${count(added, 'pregunta', 'preguntas')}. Lo que no se pudo traer sigue aquí.`,
      }
    return { icon: IconAlertTriangle, words: 'Todavía no hay ninguna pregunta que se pueda agregar.' }
  }
  const shown = state()
  return (
    <Dialog keeps onClose={onClose} title="Pegar preguntas" size="xl">
      <Stack>
        <Textarea
          label="Preguntas en formato GIFT"
          description="El que Moodle exporta. Una línea vacía separa cada pregunta."
          autosize
          minRows={8}
          maxRows={16}
          data-autofocus
          spellCheck={false}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          classNames={{ input: classes.field }}
        />
        {text === '' && (
          <details className={classes.example}>
            <summary>Ver un ejemplo de cada tipo</summary>
            <pre>{EXAMPLE}</pre>
            <Button variant="default" size="xs" onClick={() => onText(EXAMPLE)}>
              Usar este ejemplo
            </Button>
          </details>
        )}
        <Text role="status" size="sm" className={classes.state}>
          {shown && <shown.icon size={16} aria-hidden />}
          <span>{shown?.words}</span>
        </Text>
        <Found questions={questions} first={document.preguntas.length + 1} />
        <Reasons title="Se agregan con cambios" reasons={notes} />
        <Reasons title="No se pueden traer" reasons={left} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button disabled={questions.length === 0 || deferred !== text} onClick={add}>
            {questions.length === 0 ? 'Agregar' : `Agregar ${count(questions.length, 'pregunta', 'preguntas')}`}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
