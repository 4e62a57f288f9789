import type { Question } from '@campus/contract/exams'
import { hasOptions, MULTIPLE } from '@campus/contract/rules'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { Button } from '../../ui/button'
import { Options } from '../../ui/options'
import classes from './answer-field.module.css'
import { choosing, isStarted } from './exam-machine'
import type { Reply } from './outbox'
import { TEXTS } from './texts'
import { WrittenAnswer } from './written-answer'

const NOTHING: Reply = { id_opcion: null, respuesta: null }

type AnswerFieldProps = {
  question: Question
  reply: Reply | undefined
  disabled: boolean
  /** The question's text, inside the legend. */
  legend: ReactNode
  anonymous?: boolean
  /** Beside the button that clears the answer. */
  hint?: ReactNode
  onReply: (reply: Reply, open: boolean) => void
  onKeyDown?: (event: KeyboardEvent) => void
}

type ChoiceProps = Pick<AnswerFieldProps, 'question' | 'reply' | 'hint' | 'onReply'>

function Choice({ question, reply, hint, onReply }: ChoiceProps) {
  const several = question.tipo_pregunta === MULTIPLE
  const chosen = several ? (reply?.seleccion ?? []) : [reply?.id_opcion ?? 0]
  return (
    <>
      <Options
        question={question.id}
        options={question.opciones}
        chosen={chosen}
        several={several}
        onChoose={(option) => onReply(choosing(question, reply, option), false)}
      />
      <div className={classes.below}>
        {hint}
        {isStarted(reply) && (
          <Button
            variant="subtle"
            size="sm"
            className={classes.clear}
            onClick={() => onReply(several ? { ...NOTHING, seleccion: [] } : NOTHING, false)}
          >
            Quitar mi respuesta
          </Button>
        )}
      </div>
    </>
  )
}

/** One question with the field that its type needs. */
export function AnswerField(props: AnswerFieldProps) {
  const { question, reply, disabled, legend, anonymous, hint, onReply, onKeyDown } = props
  const { tipo_pregunta, imagen } = question
  const note = useId()
  const several = tipo_pregunta === MULTIPLE
  return (
    <fieldset
      disabled={disabled}
      className={classes.field}
      onKeyDown={onKeyDown}
      aria-describedby={several ? note : undefined}
    >
      <legend>{legend}</legend>
      {imagen && <img src={imagen} alt={question.imagen_alt} className={classes.picture} />}
      {several && (
        <p id={note} className={classes.note}>
          {anonymous ? TEXTS.severalSurvey : TEXTS.several}
        </p>
      )}
      {hasOptions(tipo_pregunta) ? (
        <Choice question={question} reply={reply} hint={hint} onReply={onReply} />
      ) : (
        <WrittenAnswer question={question} reply={reply} anonymous={anonymous} onReply={onReply} />
      )}
    </fieldset>
  )
}
