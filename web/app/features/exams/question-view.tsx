import type { Question } from '@campus/contract/exams'
import { IconArrowLeft, IconArrowRight, IconListCheck } from '@tabler/icons-react'
import { type FormEvent, memo } from 'react'
import { formatNumber } from '../../lib/format'
import { Button } from '../../ui/button'
import { Group } from '../../ui/stack'
import { Text } from '../../ui/text'
import { AnswerField } from './answer-field'
import { focusOnMount } from './focus-on-mount'
import type { Reply } from './outbox'
import classes from './question-view.module.css'

type QuestionViewProps = {
  question: Question
  /** From 0. */
  place: number
  total: number
  reply: Reply | undefined
  disabled: boolean
  last: boolean
  onReply: (reply: Reply, open: boolean) => void
  onPrevious: (() => void) | null
  onNext: () => void
}

const points = (value: number) => `${formatNumber(value)} ${value === 1 ? 'punto' : 'puntos'}`

const Steps = memo(function Steps({
  last,
  disabled,
  onPrevious,
}: Pick<QuestionViewProps, 'last' | 'disabled' | 'onPrevious'>) {
  return (
    <Group justify="between" gap="sm" className={classes.steps}>
      <Button
        variant="default"
        disabled={disabled || !onPrevious}
        onClick={onPrevious ?? undefined}
        leftSection={<IconArrowLeft size={18} aria-hidden />}
      >
        Anterior
      </Button>
      <Button
        type="submit"
        disabled={disabled}
        rightSection={last ? <IconListCheck size={18} aria-hidden /> : <IconArrowRight size={18} aria-hidden />}
      >
        {last ? 'Revisar y enviar' : 'Siguiente'}
      </Button>
    </Group>
  )
})

/** A form, so that Enter on an option continues. */
export function QuestionView(props: QuestionViewProps) {
  const { question, place, total, reply, disabled, last, onReply, onPrevious, onNext } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onNext()
  }
  return (
    <form className={classes.question} onSubmit={submit}>
      <AnswerField
        question={question}
        reply={reply}
        disabled={disabled}
        onReply={onReply}
        legend={
          <>
            <span className={classes.place}>
              {`Pregunta ${place + 1} de ${total}${question.valor > 0 ? ` · ${points(question.valor)}` : ''}`}
            </span>
            <h2 className={classes.text} tabIndex={-1} ref={focusOnMount}>
              {question.pregunta}
            </h2>
          </>
        }
        hint={
          <Text small dimmed className={classes.keys}>
            {`Teclas 1 a ${question.opciones.length} para elegir, Enter para seguir`}
          </Text>
        }
      />
      <Steps last={last} disabled={disabled} onPrevious={onPrevious} />
    </form>
  )
}
