import type { Evaluation, Question } from '@campus/contract/exams'
import { OPEN } from '@campus/contract/rules'
import { IconSend, IconUserOff } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { count } from '../../lib/format'
import { Button } from '../../ui/button'
import { Failure } from '../../ui/failure'
import { optionId } from '../../ui/options'
import { Text } from '../../ui/text'
import { AnswerField } from './answer-field'
import type { AnswerSaver } from './answer-saver'
import { ExamBar } from './exam-bar'
import { choosing, type Running, unanswered } from './exam-machine'
import { focusOnMount } from './focus-on-mount'
import type { Reply } from './outbox'
import classes from './survey.module.css'
import { TEXTS } from './texts'
import type { Exam } from './use-exam'
import { useResync } from './use-probe'

type SurveyProps = {
  evaluation: Evaluation
  exam: Exam
  running: Running
  saver: AnswerSaver
  leaveTo: string
}

type ItemProps = {
  question: Question
  place: number
  reply: Reply | undefined
  disabled: boolean
  onReply: (reply: Reply, open: boolean) => void
}

function Item({ question, place, reply, disabled, onReply }: ItemProps) {
  function chooseByDigit(event: KeyboardEvent): void {
    const option = /^[1-9]$/.test(event.key) ? question.opciones[Number(event.key) - 1] : undefined
    if (!option || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onReply(choosing(question, reply, option.id), false)
    document.getElementById(optionId(option.id))?.focus()
  }
  return (
    <li className={classes.item}>
      <AnswerField
        anonymous
        question={question}
        reply={reply}
        disabled={disabled}
        onReply={onReply}
        onKeyDown={question.tipo_pregunta === OPEN ? undefined : chooseByDigit}
        legend={
          <h3 className={classes.text}>
            <span className={classes.place}>{`${place + 1}.`}</span>
            <span>{` ${question.pregunta}`}</span>
          </h3>
        }
      />
    </li>
  )
}

type SheetProps = {
  running: Running
  onReply: (question: number, reply: Reply, open: boolean) => void
  onSend: () => void
}

function Send({ running, answered, onSend }: Omit<SheetProps, 'onReply'> & { answered: number }) {
  const [empty, setEmpty] = useState(false)
  const total = running.questions.length
  const problem = running.problem?.text ?? (empty && answered === 0 ? TEXTS.surveyEmpty : undefined)
  return (
    <div className={classes.send}>
      <Failure text={problem} />
      <Button
        size="lg"
        loading={running.phase === 'sending'}
        onClick={() => (answered === 0 ? setEmpty(true) : onSend())}
        leftSection={<IconSend size={20} aria-hidden />}
      >
        {TEXTS.sendSurvey}
      </Button>
      {answered > 0 && answered < total && (
        <Text small dimmed>
          {`Puedes enviarla así: dejas ${count(total - answered, 'pregunta', 'preguntas')} en blanco.`}
        </Text>
      )}
    </div>
  )
}

export function SurveySheet({ running, onReply, onSend }: SheetProps) {
  const { questions, replies, phase } = running
  return (
    <div className={classes.sheet}>
      <h2 className={classes.title} tabIndex={-1} ref={focusOnMount}>
        Tu opinión, sin tu nombre
      </h2>
      <p className={classes.promise}>
        <IconUserOff size={22} stroke={1.7} aria-hidden />
        <span>{TEXTS.surveyPromise}</span>
      </p>
      <ol className={classes.items}>
        {questions.map((question, place) => (
          <Item
            key={question.id}
            question={question}
            place={place}
            reply={replies.get(question.id)}
            disabled={phase === 'sending'}
            onReply={(reply, open) => onReply(question.id, reply, open)}
          />
        ))}
      </ol>
      <Send running={running} answered={questions.length - unanswered(running).length} onSend={onSend} />
    </div>
  )
}

/** All questions on one page, in their written order (docs/product/exams.md 7.1). */
export function Survey({ evaluation, exam, running, saver, leaveTo }: SurveyProps) {
  useResync(exam, saver)
  return (
    <div data-solo className={classes.solo}>
      <title>{evaluation.nombre}</title>
      <ExamBar
        name={evaluation.nombre}
        running={running}
        clock={evaluation.duracion === null ? null : exam.clock}
        saver={saver}
        leaveTo={leaveTo}
        survey
        onOver={exam.timeOver}
        onStale={() => void exam.resync()}
      />
      <SurveySheet running={running} onReply={exam.answer} onSend={() => void exam.send()} />
    </div>
  )
}
