import { QUESTION_KINDS } from '@campus/contract/documents/evaluation'
import type { QuestionFlag, ReportedQuestion } from '@campus/contract/question-report'
import { MATCH, OPEN } from '@campus/contract/rules'
import { Button, Group } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChecks,
  IconCircleDotted,
  IconInfoCircle,
  IconPencil,
  IconScale,
  IconUsers,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatNumber } from '../../lib/format'
import { Facts } from '../../ui/facts'
import { Tag } from '../../ui/tag'
import { examPath } from '../courses/paths'
import { type Bar, Bars } from './bars'
import { chosenText, distinguishesText, FLAG_TEXTS, groupsText, type Numbered, percentText } from './result-texts'
import classes from './results.module.css'

const LOOKS = {
  revisa_clave: { icon: IconAlertTriangle, tone: 'bad' },
  muy_dificil: { icon: IconAlertTriangle, tone: 'wait' },
  no_distingue: { icon: IconUsers, tone: 'wait' },
  distractor_sin_uso: { icon: IconCircleDotted, tone: 'wait' },
  muy_facil: { icon: IconChecks, tone: 'plain' },
  muestra_pequena: { icon: IconInfoCircle, tone: 'plain' },
} as const

function Flags({ flags }: { flags: readonly QuestionFlag[] }) {
  if (flags.length === 0) return null
  return (
    <ul className={classes.flags}>
      {flags.map((flag) => (
        <li key={flag}>
          <Tag {...LOOKS[flag]}>{FLAG_TEXTS[flag].label}</Tag>
          <span>{FLAG_TEXTS[flag].text}</span>
        </li>
      ))}
    </ul>
  )
}

function optionBars({ opciones, mejores }: ReportedQuestion): Bar[] {
  return opciones.map((option) => ({
    key: option.id,
    text: option.opcion,
    part: option.cuenta,
    whole: option.vistas,
    right: option.condicion,
    note: chosenText(option, mejores !== null),
  }))
}

function givenBars({ dadas, intentos }: ReportedQuestion): Bar[] {
  return dadas.map(({ respuesta, cuenta, acierta }) => ({
    key: respuesta,
    text: respuesta,
    part: cuenta,
    whole: intentos,
    right: acierta,
  }))
}

const pairBars = ({ parejas }: ReportedQuestion): Bar[] =>
  parejas.map(({ izquierda, derecha, intentos, aciertos }) => ({
    key: izquierda,
    text: `${izquierda}: ${derecha}`,
    part: aciertos,
    whole: intentos,
  }))

/** Options, what was written most, or how often each pair was right; an open answer has none. */
function Shares({ question }: { question: ReportedQuestion }) {
  const { tipo_pregunta, opciones, dadas } = question
  if (opciones.length > 0) return <Bars bars={optionBars(question)} label="Cuántos eligieron cada opción" />
  if (dadas.length > 0) return <Bars bars={givenBars(question)} label="Lo que más respondieron" />
  if (tipo_pregunta === MATCH) return <Bars bars={pairBars(question)} label="Cuántos acertaron cada pareja" />
  return null
}

function Figures({ question }: { question: ReportedQuestion }) {
  const { dificultad, discriminacion, blancos, intentos } = question
  const groups = groupsText(question)
  if (intentos === 0) return <p className={classes.quiet}>Todavía no la recibió ningún alumno.</p>
  return (
    <div className={classes.body}>
      <Facts
        className={classes.facts}
        facts={[
          ['Se logró', dificultad === null ? 'Sin dato' : `${percentText(dificultad, 1)} de los puntos`],
          ['Distingue', distinguishesText(discriminacion)],
          ['En blanco', `${formatNumber(blancos)} de ${formatNumber(intentos)}`],
        ]}
      />
      <div>
        <Shares question={question} />
        {groups && <p className={classes.groups}>{groups}</p>}
      </div>
    </div>
  )
}

type CardProps = Numbered & {
  exam: { id: number; id_curso: number }
  /** The whole exam has too few attempts, which is said once. */
  small: boolean
  onRegrade: () => void
}

/** How one question went, and what may be done about it. */
export function QuestionCard({ question, number, exam, small, onRegrade }: CardProps) {
  const { id, pregunta, tipo_pregunta, valor, imagen, imagen_alt, avisos } = question
  const heading = `pregunta-${id}`
  return (
    <li className={classes.card} aria-labelledby={heading}>
      <p className={classes.kind}>
        <span className={classes.number}>{`Pregunta ${number}`}</span>
        <span>{`${QUESTION_KINDS[tipo_pregunta]} · ${formatNumber(valor)} ${valor === 1 ? 'punto' : 'puntos'}`}</span>
      </p>
      <h3 id={heading} className={classes.question}>
        {pregunta}
      </h3>
      {imagen && <img src={imagen} alt={imagen_alt ?? ''} className={classes.picture} />}
      <Flags flags={small ? [] : avisos} />
      <Figures question={question} />
      <Group gap="xs" className={classes.acts}>
        <Button
          component={Link}
          to={`${examPath(exam.id_curso, exam.id)}#campo-preguntas.${number - 1}.pregunta`}
          variant="subtle"
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          Editar la pregunta
          <span className="visually-hidden">{` ${number}`}</span>
        </Button>
        {tipo_pregunta !== OPEN && question.intentos > 0 && (
          <Button variant="subtle" leftSection={<IconScale size={16} aria-hidden />} onClick={onRegrade}>
            Recalificar…
            <span className="visually-hidden">{` la pregunta ${number}`}</span>
          </Button>
        )}
      </Group>
    </li>
  )
}
