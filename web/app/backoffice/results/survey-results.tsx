import type { SurveyResults as Results } from '@campus/contract/exams'
import type { ExamHead } from '@campus/contract/grading'
import { MULTIPLE, OPEN, SURVEY_BATCH } from '@campus/contract/rules'
import { Button, Skeleton, Stack } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api'
import { count, formatNumber } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import { Bars } from './bars'
import classes from './results.module.css'

const STEP = 10

/** Written answers, some at a time; the focus goes to the first that was added. */
function Quotes({ texts }: { texts: string[] }) {
  const [shown, setShown] = useState(STEP)
  const list = useRef<HTMLUListElement>(null)
  const left = texts.length - shown
  useEffect(() => {
    const added = shown > STEP ? list.current?.children[shown - STEP] : null
    if (added instanceof HTMLElement) added.focus()
  }, [shown])
  if (texts.length === 0) return <p className={classes.quiet}>Nadie escribió una respuesta.</p>
  return (
    <>
      <ul className={classes.quotes} ref={list}>
        {texts.slice(0, shown).map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may write the same
          <li key={at} tabIndex={-1}>
            {text}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + STEP)}>
          {`Ver ${formatNumber(Math.min(STEP, left))} más`}
        </Button>
      )}
    </>
  )
}

type Question = Results['preguntas'][number]

const kindText = ({ tipo_pregunta, respuestas }: Question): string => {
  if (tipo_pregunta === OPEN) return count(respuestas.length, 'respuesta escrita', 'respuestas escritas')
  return tipo_pregunta === MULTIPLE ? 'Podían elegir varias' : 'Una opción'
}

function SurveyCard({ question, number, answered }: { question: Question; number: number; answered: number }) {
  const { id, pregunta, tipo_pregunta, opciones, respuestas } = question
  const heading = `pregunta-${id}`
  return (
    <li className={classes.card} aria-labelledby={heading}>
      <p className={classes.kind}>
        <span className={classes.number}>{`Pregunta ${number}`}</span>
        <span>{kindText(question)}</span>
      </p>
      <h3 id={heading} className={classes.question}>
        {pregunta}
      </h3>
      {tipo_pregunta === OPEN ? (
        <Quotes texts={respuestas} />
      ) : (
        <Bars
          bars={opciones.map((option) => ({
            ...{ key: option.id, text: option.opcion },
            ...{ part: option.cuenta, whole: answered },
          }))}
          label="Cuántos eligieron cada opción"
        />
      )}
    </li>
  )
}

function Answered({ results: { respondieron, preguntas } }: { results: Results }) {
  return (
    <div className={classes.page}>
      <div className={classes.answered}>
        <h2>{`${formatNumber(respondieron)} respondieron`}</h2>
        <p>
          {`Contamos de ${SURVEY_BATCH} en ${SURVEY_BATCH} y en orden al azar: la encuesta es anónima y así nadie se reconoce. Los que faltan para otro grupo de ${SURVEY_BATCH} aparecerán con él.`}
        </p>
      </div>
      <ol className={classes.cards}>
        {preguntas.map((question, at) => (
          <SurveyCard key={question.id} question={question} number={at + 1} answered={respondieron} />
        ))}
      </ol>
    </div>
  )
}

const skeleton = (
  <Stack gap="lg">
    <Skeleton height={72} radius="md" />
    <Skeleton height={220} radius="md" />
    <Skeleton height={220} radius="md" />
  </Stack>
)

/** What a survey's groups of five said, and never who (docs/product/exams.md 7.3). */
export function SurveyResults({ survey }: { survey: ExamHead }) {
  const query = api.useQuery('get', '/api/encuestas/{id}/resultados', { params: { path: { id: String(survey.id) } } })
  return (
    <Loaded query={query} skeleton={skeleton} errorTitle="No pudimos cargar los resultados">
      {({ data }) =>
        data.respondieron === 0 ? (
          <EmptyState
            icon={IconEyeOff}
            title={`Se ven desde ${SURVEY_BATCH} respuestas.`}
            text="La encuesta es anónima: con menos, se podría adivinar quién respondió qué."
          />
        ) : (
          <Answered results={data} />
        )
      }
    </Loaded>
  )
}
