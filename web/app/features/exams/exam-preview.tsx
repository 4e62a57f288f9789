import type { Preview } from '@campus/contract/documents/documents'
import type { Review, TriedAnswer } from '@campus/contract/exams'
import { hasOptions, isExam } from '@campus/contract/rules'
import { IconRefresh } from '@tabler/icons-react'
import { useReducer, useState } from 'react'
import { failureText } from '../../lib/errors'
import { Button } from '../../ui/button'
import { Text } from '../../ui/text'
import { examReducer, INTRO, type Running } from './exam-machine'
import { ExamSheet } from './exam-sheet'
import { focusOnMount } from './focus-on-mount'
import { IntroSheet } from './intro'
import classes from './intro.module.css'
import { contentOf, type Reply } from './outbox'
import { ResultHero, resultOf } from './result'
import { ReviewedQuestions, ReviewFrame } from './review-section'
import { SurveySheet } from './survey'
import { TEXTS } from './texts'

type Trial = Extract<Preview, { tipo: 'evaluacion' }>
type PreviewProps = { trial: Trial; send: (answers: TriedAnswer[]) => Promise<Trial> }

const answersOf = ({ questions, replies }: Running): TriedAnswer[] =>
  questions.flatMap(({ id, tipo_pregunta }) => {
    const reply = replies.get(id)
    return reply
      ? [{ id_pregunta: id, secuencia: 0, ...contentOf({ ...reply, abierta: !hasOptions(tipo_pregunta) }) }]
      : []
  })

type StartProps = { trial: Trial; again: boolean; onStart: () => void }

function Start({ trial: { evaluacion, preguntas, detalle }, again, onStart }: StartProps) {
  const exam = isExam(evaluacion)
  const note = exam ? TEXTS.attemptNote : TEXTS.surveyNote
  return (
    <IntroSheet evaluation={evaluacion} detail={detalle}>
      {preguntas.length > 0 && (
        <Button size="lg" fullWidth onClick={onStart} ref={again ? focusOnMount : undefined}>
          {exam ? TEXTS.start : TEXTS.startSurvey}
        </Button>
      )}
      <Text small dimmed className={classes.note}>
        {preguntas.length === 0 ? TEXTS.noQuestions : note}
      </Text>
    </IntroSheet>
  )
}

/** An exam or survey that is taken as a student takes it, to its result; its answers are not stored. */
export default function ExamPreview({ trial, send }: PreviewProps) {
  const { evaluacion } = trial
  const [state, dispatch] = useReducer(examReducer, INTRO)
  const [again, setAgain] = useState(false)
  const [review, setReview] = useState<Review | null>(null)

  function start(): void {
    dispatch({ type: 'start' })
    dispatch({ type: 'started', detail: trial.detalle, questions: trial.preguntas, replies: new Map() })
  }

  async function submit(running: Running): Promise<void> {
    dispatch({ type: 'send' })
    try {
      const { detalle, revision } = await send(answersOf(running))
      setReview(revision)
      dispatch({ type: 'submitted', detail: detalle })
    } catch (error) {
      dispatch({ type: 'sendFailed', problem: { code: '', text: failureText(error) } })
    }
  }

  function restart(): void {
    setAgain(true)
    dispatch({ type: 'again' })
  }

  if (state.phase === 'started' || state.phase === 'sending') {
    const onReply = (question: number, reply: Reply) => dispatch({ type: 'reply', question, reply })
    const onSend = () => void submit(state)
    return isExam(evaluacion) ? (
      <ExamSheet running={state} dispatch={dispatch} onReply={onReply} onSend={onSend} />
    ) : (
      <SurveySheet running={state} onReply={onReply} onSend={onSend} />
    )
  }
  if (state.phase !== 'submitted') return <Start trial={trial} again={again} onStart={start} />
  const kind = resultOf(isExam(evaluacion), state.detail)
  return (
    <>
      <ResultHero name={evaluacion.nombre} kind={kind} detail={state.detail}>
        <Button variant="light" below onClick={restart} leftSection={<IconRefresh size={18} aria-hidden />}>
          Volver a empezar
        </Button>
      </ResultHero>
      {review && (
        <ReviewFrame failed={kind === 'failed'}>
          <ReviewedQuestions review={review} exam={evaluacion} />
        </ReviewFrame>
      )}
    </>
  )
}
