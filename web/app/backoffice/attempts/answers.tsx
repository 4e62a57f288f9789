import type { AttemptReview } from '@campus/contract/grading'
import { OPEN } from '@campus/contract/rules'
import { Button, Group } from '@mantine/core'
import {
  IconCircleCheck,
  IconCircleDotted,
  IconCircleHalf,
  IconGift,
  IconHourglass,
  IconPencil,
  IconX,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { givenText, keyText } from '../../lib/answer-texts'
import { formatNumber } from '../../lib/format'
import { Facts } from '../../ui/facts'
import { Tag } from '../../ui/tag'
import grading from '../grading/grading.module.css'
import classes from './attempts.module.css'

export type ReadQuestion = AttemptReview['preguntas'][number]

const MARKS = {
  right: { icon: IconCircleCheck, tone: 'good', children: 'Correcta' },
  part: { icon: IconCircleHalf, tone: 'wait', children: 'En parte' },
  wrong: { icon: IconX, tone: 'bad', children: 'Incorrecta' },
  blank: { icon: IconCircleDotted, tone: 'plain', children: 'Sin responder' },
  annulled: { icon: IconGift, tone: 'plain', children: 'Anulada' },
  waits: { icon: IconHourglass, tone: 'wait', children: 'Por calificar' },
} as const

/** Null for an open answer with its points, which say all, and while the student may still change it. */
function markOf(question: ReadQuestion, sent: boolean): keyof typeof MARKS | null {
  const { tipo_pregunta, puntos, es_correcta, valor, anulada } = question
  if (anulada) return 'annulled'
  if (!sent) return null
  if (givenText(question) === '') return 'blank'
  if (tipo_pregunta === OPEN) return puntos === null ? 'waits' : null
  if (es_correcta || puntos === valor) return 'right'
  return puntos ? 'part' : 'wrong'
}

function Marks({ question, sent }: { question: ReadQuestion; sent: boolean }) {
  const mark = markOf(question, sent)
  const { puntos, valor } = question
  const worth = formatNumber(valor)
  return (
    <>
      {mark && <Tag {...MARKS[mark]} />}
      <span className={classes.points}>
        {puntos === null ? `Vale ${worth}` : `${formatNumber(puntos)} de ${worth} puntos`}
      </span>
    </>
  )
}

type AnswerProps = {
  question: ReadQuestion
  number: number
  attempt: AttemptReview
  onCorrect: () => void
  onAnnul: () => void
}

/** *Calificar* leads to where it is graded; a grade that was given is corrected here. */
function Act({ question, number, attempt, onCorrect }: AnswerProps) {
  const { id_respuesta, puntos, tipo_pregunta } = question
  const { intento, evaluacion } = attempt
  if (id_respuesta === null || intento.estado === 'abierto') return null
  if (puntos !== null)
    return (
      <Button variant="subtle" leftSection={<IconPencil size={16} aria-hidden />} onClick={onCorrect}>
        Corregir nota
        <span className="visually-hidden">{` de la pregunta ${number}`}</span>
      </Button>
    )
  if (tipo_pregunta !== OPEN) return null
  return (
    <Button component={Link} to={`/gestion/calificar/${id_respuesta}?examen=${evaluacion.id}`} variant="light">
      Calificar
      <span className="visually-hidden">{` la pregunta ${number}`}</span>
    </Button>
  )
}

/** A question as the student received it, with the answer, the key and what it earned. */
export function Answer(props: AnswerProps) {
  const { question, number, attempt, onAnnul } = props
  const { criterio, comentario } = question
  const key = keyText(question)
  return (
    <li className={classes.question}>
      <Group justify="space-between" gap="xs" mih={44}>
        <span className={grading.label}>{`Pregunta ${number}`}</span>
        <Group component="span" gap="xs">
          <Marks question={question} sent={attempt.intento.estado !== 'abierto'} />
          <Act {...props} />
        </Group>
      </Group>
      <h3 className={grading.question}>{question.pregunta}</h3>
      {question.imagen && <img src={question.imagen} alt={question.imagen_alt ?? ''} className={grading.picture} />}
      <Facts
        facts={[
          ['Respuesta', givenText(question) || 'Sin responder'],
          !question.es_correcta && key && ['Clave', key],
          criterio && ['Criterio', criterio],
          comentario && ['Comentario', comentario],
        ]}
      />
      {!question.anulada && (
        <Button variant="subtle" color="gray" size="compact-sm" className={classes.annul} onClick={onAnnul}>
          Anular para todos…
          <span className="visually-hidden">{` la pregunta ${number}`}</span>
        </Button>
      )}
    </li>
  )
}
