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

type Row = [place: string, words: string, detail: string | undefined]

const rowsOf = (reasons: Reason[]) =>
  reasons.map(({ line, text, reason }): Row => [`Línea ${line}`, reason, text.split('\n')[0]])

function Rows({ title, rows }: { title: string; rows: Row[] }) {
  const id = useId()
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.heading}>
        {title}
      </h3>
      <ul>
        {rows.map(([place, words, detail]) => (
          <li key={`${place} ${words} ${detail}`} className={classes.row}>
            <span className={classes.line}>{place}</span>
            <span className={classes.words}>
              <span>{words}</span>
              <span className={classes.source}>{detail}</span>
            </span>
          </li>
        ))}
      </ul>
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
  const taken = questions.map(
    ({ pregunta, tipo_pregunta }, at): Row => [
      String(document.preguntas.length + at + 1),
      pregunta,
      QUESTION_KINDS[tipo_pregunta],
    ],
  )
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
        <Rows title="Se agregan al borrador" rows={taken} />
        <Rows title="Se agregan con cambios" rows={rowsOf(notes)} />
        <Rows title="No se pueden traer" rows={rowsOf(left)} />
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
