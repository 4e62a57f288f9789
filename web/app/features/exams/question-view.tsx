import type { Question } from '@campus/contract/exams'
import { OPEN } from '@campus/contract/rules'
import { Button, Group, Text } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconListCheck } from '@tabler/icons-react'
import { type FormEvent, memo } from 'react'
import { formatNumber } from '../../platform/format'
import { isAnswered } from './exam-machine'
import { focusOnMount } from './focus-on-mount'
import { OpenAnswer } from './open-answer'
import { Options } from './options'
import type { Reply } from './outbox'
import classes from './question-view.module.css'

type QuestionViewProps = {
  question: Question
  /** From 0. */
  place: number
  total: number
  reply: Reply | undefined
  disabled: boolean
  graded: boolean
  last: boolean
  onReply: (reply: Reply, open: boolean) => void
  onPrevious: (() => void) | null
  onNext: () => void
}

const points = (value: number) => `${formatNumber(value)} ${value === 1 ? 'punto' : 'puntos'}`

const Steps = memo(function Steps({ last, onPrevious }: Pick<QuestionViewProps, 'last' | 'onPrevious'>) {
  return (
    <Group justify="space-between" gap="sm" mt="xl" className={classes.steps}>
      <Button
        variant="default"
        disabled={!onPrevious}
        onClick={onPrevious ?? undefined}
        leftSection={<IconArrowLeft size={18} aria-hidden />}
      >
        Anterior
      </Button>
      <Button
        type="submit"
        rightSection={last ? <IconListCheck size={18} aria-hidden /> : <IconArrowRight size={18} aria-hidden />}
      >
        {last ? 'Revisar y enviar' : 'Siguiente'}
      </Button>
    </Group>
  )
})

/** One question. It is a form, so that Enter on an option goes on, as everywhere on the web. */
export function QuestionView(props: QuestionViewProps) {
  const { question, place, total, reply, disabled, graded, last, onReply, onPrevious, onNext } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onNext()
  }
  return (
    <form className={classes.question} onSubmit={submit}>
      <fieldset disabled={disabled}>
        <legend>
          <span className={classes.place}>
            Pregunta {place + 1} de {total}
            {graded && question.valor > 0 && ` · ${points(question.valor)}`}
          </span>
          <h2 className={classes.text} tabIndex={-1} ref={focusOnMount}>
            {question.pregunta}
          </h2>
        </legend>
        {question.tipo_pregunta === OPEN ? (
          <OpenAnswer
            value={reply?.respuesta ?? ''}
            onChange={(respuesta) => onReply({ id_opcion: null, respuesta: respuesta || null }, true)}
          />
        ) : (
          <Options
            question={question.id}
            options={question.opciones}
            chosen={reply?.id_opcion ?? null}
            onChoose={(id_opcion) => onReply({ id_opcion, respuesta: null }, false)}
          />
        )}
        <div className={classes.below}>
          {question.tipo_pregunta !== OPEN && (
            <Text size="sm" c="dimmed" className={classes.keys}>
              Teclas 1 a {question.opciones.length} para elegir, Enter para seguir
            </Text>
          )}
          {question.tipo_pregunta !== OPEN && isAnswered(reply) && (
            <Button
              variant="subtle"
              color="gray"
              size="sm"
              className={classes.clear}
              onClick={() => onReply({ id_opcion: null, respuesta: null }, false)}
            >
              Quitar mi respuesta
            </Button>
          )}
        </div>
        <Steps last={last} onPrevious={onPrevious} />
      </fieldset>
    </form>
  )
}
