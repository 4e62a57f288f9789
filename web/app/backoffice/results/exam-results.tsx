import type { ExamHead } from '@campus/contract/grading'
import { mostReported, type QuestionReport, SMALL_SAMPLE } from '@campus/contract/question-report'
import { PASS_PERCENT } from '@campus/contract/rules'
import { Button, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { IconChecklist, IconInfoCircle } from '@tabler/icons-react'
import { type CSSProperties, lazy, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api } from '../../lib/api'
import { count, formatNumber } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { Loaded } from '../../ui/loaded'
import { attemptsPath } from '../attempts/paths'
import { Figure, Figures } from '../blocks/figures'
import { QuestionCard } from './question-card'
import { isFlagged, type Numbered, ordered, percentText } from './result-texts'
import classes from './results.module.css'

const RegradeDialog = lazy(() => import('../exams/regrade-dialog'))

type ReportProps = { exam: ExamHead; report: QuestionReport }

function Summary({ intentos, aprobados, promedio, preguntas }: QuestionReport) {
  const flagged = preguntas.filter(isFlagged).length
  const latest = intentos === mostReported(preguntas.length) ? ', de los últimos que lo dieron' : ''
  return (
    <Figures>
      <Figure
        label="Intentos"
        value={formatNumber(intentos)}
        text={`El primero de cada alumno, ya calificado${latest}. El personal no cuenta.`}
      />
      <Figure
        label="Nota promedio"
        value={promedio === null ? '–' : `${formatNumber(Math.round(promedio))} %`}
        text="De esos intentos, sobre el total de puntos."
      />
      <Figure
        label="Aprobaron"
        value={percentText(aprobados, intentos)}
        text={`${formatNumber(aprobados)} de ${formatNumber(intentos)} llegaron al ${PASS_PERCENT} % en su primer intento.`}
      />
      <Figure
        label="Por revisar"
        value={formatNumber(flagged)}
        {...(flagged > 0 && { to: '?orden=revisar#preguntas' })}
        text={`De ${count(preguntas.length, 'pregunta', 'preguntas')}, las que llevan un aviso.`}
      />
    </Figures>
  )
}

const stepText = (step: number): string => (step === 9 ? 'De 90 a 100 %' : `De ${step * 10} a ${step * 10 + 9} %`)

/** How many attempts got a grade in each tenth. */
function Histogram({ steps }: { steps: number[] }) {
  const most = Math.max(1, ...steps)
  return (
    <section aria-labelledby="notas" className={classes.section}>
      <h2 id="notas">Notas</h2>
      <div className={classes.panel}>
        <ol className={classes.histogram}>
          {steps.map((attempts, step) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
            <li key={step} data-pass={step * 10 >= PASS_PERCENT || undefined}>
              <span className="visually-hidden">{`${stepText(step)}: ${count(attempts, 'intento', 'intentos')}`}</span>
              <span className={classes.rise} aria-hidden>
                <span>{attempts > 0 ? formatNumber(attempts) : ''}</span>
                <span className={classes.column} style={{ '--share': attempts / most } as CSSProperties} />
              </span>
              <span className={classes.step} aria-hidden>
                {step * 10}
              </span>
            </li>
          ))}
        </ol>
        <p className={classes.quiet}>{`Nota en porcentaje. Se aprueba desde ${PASS_PERCENT} %.`}</p>
      </div>
    </section>
  )
}

const ORDERS = [
  { value: 'examen', label: 'Orden del examen' },
  { value: 'revisar', label: 'Por revisar primero' },
]

/** In the address, so that coming back from the editor finds it again. */
function useOrder() {
  const [params, setParams] = useSearchParams()
  const order = params.get('orden') === 'revisar' ? 'revisar' : 'examen'
  const choose = (value: string) => setParams(value === 'revisar' ? { orden: value } : {}, { replace: true })
  return { order, choose }
}

const Meaning = () => (
  <details className={classes.meaning}>
    <summary>¿Qué cuenta cada cifra?</summary>
    <dl>
      <dt>Se logró</dt>
      <dd>El promedio de los puntos que sacaron, sobre lo que vale la pregunta.</dd>
      <dt>Distingue</dt>
      <dd>Si les va mejor en ella a quienes mejor dieron el resto del examen: bien, algo, casi nada o al revés.</dd>
      <dt>En blanco</dt>
      <dd>Cuántos la recibieron y no respondieron nada.</dd>
      <dt>Los mejores y los de menor nota</dt>
      <dd>El 27 % de los intentos con más nota y el 27 % con menos.</dd>
    </dl>
  </details>
)

function Questions({ exam, report }: ReportProps) {
  const { order, choose } = useOrder()
  const [regraded, setRegraded] = useState<Numbered | null>(null)
  const small = report.intentos < SMALL_SAMPLE
  return (
    <section aria-labelledby="preguntas" className={classes.section}>
      <div className={classes.sectionHead}>
        <h2 id="preguntas">Preguntas</h2>
        {report.preguntas.some(isFlagged) && (
          <SegmentedControl aria-label="Orden de las preguntas" data={ORDERS} value={order} onChange={choose} />
        )}
      </div>
      {small && (
        <p className={classes.small}>
          <IconInfoCircle size={20} aria-hidden />
          <span>
            {`Muestra pequeña: con menos de ${SMALL_SAMPLE} intentos estas cifras orientan, pero no prueban nada. Desde ${SMALL_SAMPLE} te avisamos qué preguntas revisar.`}
          </span>
        </p>
      )}
      <Meaning />
      <ol className={classes.cards}>
        {ordered(report.preguntas, order === 'revisar').map((one) => (
          <QuestionCard key={one.question.id} {...one} exam={exam} small={small} onRegrade={() => setRegraded(one)} />
        ))}
      </ol>
      <Late>
        {regraded && (
          <RegradeDialog
            exam={exam.id}
            question={{ id: regraded.question.id, number: regraded.number, text: regraded.question.pregunta }}
            unpublished={false}
            onClose={() => setRegraded(null)}
          />
        )}
      </Late>
    </section>
  )
}

const nothing = (exam: ExamHead) => (
  <EmptyState
    icon={IconChecklist}
    title="Todavía no hay resultados."
    text="Aparecen con el primer intento enviado y calificado por completo."
    action={
      <Button component={Link} to={attemptsPath(exam.id)} variant="default">
        Ver los intentos
      </Button>
    }
  />
)

const skeleton = (
  <Stack gap="lg">
    <Skeleton height={110} radius="md" />
    <Skeleton height={220} radius="md" />
    <Skeleton height={260} radius="md" />
  </Stack>
)

/** What the first attempts say about an exam and its questions (docs/product/exams.md 9.9). */
export function ExamResults({ exam }: { exam: ExamHead }) {
  const query = api.useQuery('get', '/api/gestion/evaluaciones/{id}/preguntas', {
    params: { path: { id: String(exam.id) } },
  })
  return (
    <Loaded query={query} skeleton={skeleton} errorTitle="No pudimos cargar los resultados">
      {({ data }) =>
        data.intentos === 0 ? (
          nothing(exam)
        ) : (
          <div className={classes.page}>
            <Summary {...data} />
            <Histogram steps={data.tramos} />
            <Questions exam={exam} report={data} />
          </div>
        )
      }
    </Loaded>
  )
}
