import type { AttemptReview } from '@campus/contract/grading'
import { Anchor, Button, Group, Title } from '@mantine/core'
import { IconChecklist, IconClockPlus } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { Link, useParams } from 'react-router'
import { api } from '../../lib/api'
import { count, formatDateTime, formatNumber } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { Facts } from '../../ui/facts'
import { Late } from '../../ui/late'
import { PageHead } from '../../ui/page-head'
import { LoadedScreen } from '../blocks/loaded-screen'
import { WayBack } from '../blocks/way-back'
import { useScreenPath } from '../shell/staff'
import { studentPath } from '../students/paths'
import { Answer } from './answers'
import { AttemptState } from './attempt-state'
import { gradeText, returnedText, timeTaken } from './attempt-texts'
import classes from './attempts.module.css'
import { attemptsPath } from './paths'

const CorrectionDialog = lazy(() => import('./correction-dialog'))
const ExtrasDialog = lazy(() => import('./extras-dialog'))
const RegradeDialog = lazy(() => import('../exams/regrade-dialog'))

function Head({ attempt, onGive }: { attempt: AttemptReview; onGive: () => void }) {
  const { alumno, evaluacion, intento } = attempt
  const students = useScreenPath('alumnos')
  return (
    <>
      <WayBack to={attemptsPath(evaluacion.id)} text={evaluacion.nombre} />
      <PageHead
        title={`Intento ${intento.numero} de ${alumno.nombre}`}
        lead={
          <Group gap="xs">
            <span>{evaluacion.curso}</span>
            {students && (
              <Anchor component={Link} to={studentPath(alumno.id, 'evaluaciones')} inherit underline="always">
                Su ficha
              </Anchor>
            )}
          </Group>
        }
        action={
          <Group gap="md">
            <AttemptState attempt={intento} />
            <Button variant="default" leftSection={<IconClockPlus size={18} aria-hidden />} onClick={onGive}>
              Dar intentos o tiempo
            </Button>
          </Group>
        }
      />
    </>
  )
}

function extrasText({ intentos, minutos, cierre }: AttemptReview['extras']): string {
  return [
    intentos > 0 && count(intentos, 'intento más', 'intentos más'),
    minutos > 0 && count(minutos, 'minuto más', 'minutos más'),
    cierre && `hasta el ${formatDateTime(cierre)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

function AttemptFacts({ attempt: { intento, extras } }: { attempt: AttemptReview }) {
  const { inicio, enviado_en: sent, cerrado_por_tiempo: timeOver, porcentaje, segundos_devueltos: returned } = intento
  const grade = gradeText(intento)
  const given = extrasText(extras)
  return (
    <Facts
      className={classes.facts}
      facts={[
        [
          'Nota',
          grade ? `${grade}${porcentaje === null ? '' : ` (${formatNumber(porcentaje)} %)`}` : 'Todavía sin nota',
        ],
        ['Empezó', formatDateTime(inicio)],
        [timeOver ? 'Se acabó el tiempo' : 'Envió', sent ? formatDateTime(sent) : 'Sin enviar'],
        sent && ['Tiempo', timeTaken(intento)],
        given && ['Le dimos', given],
        returned > 0 && ['Tiempo devuelto', returnedText(returned)],
      ]}
    />
  )
}

function Shown({ attempt }: { attempt: AttemptReview }) {
  const [giving, setGiving] = useState(false)
  const [corrected, setCorrected] = useState<number | null>(null)
  const [annulled, setAnnulled] = useState<number | null>(null)
  const { preguntas, evaluacion, alumno } = attempt
  const question = corrected === null ? undefined : preguntas[corrected]
  const given = annulled === null ? undefined : preguntas[annulled]
  return (
    <>
      <Head attempt={attempt} onGive={() => setGiving(true)} />
      <AttemptFacts attempt={attempt} />
      {preguntas.length === 0 ? (
        <EmptyState icon={IconChecklist} title="Este intento no tiene preguntas." />
      ) : (
        <section aria-labelledby="respuestas">
          <Title order={2} id="respuestas" mb="md">
            Respuestas
          </Title>
          <ol className={classes.questions}>
            {preguntas.map((shown, at) => (
              <Answer
                key={shown.id}
                question={shown}
                number={at + 1}
                attempt={attempt}
                onCorrect={() => setCorrected(at)}
                onAnnul={() => setAnnulled(at)}
              />
            ))}
          </ol>
        </section>
      )}
      <Late>
        {giving && <ExtrasDialog exam={evaluacion.id} student={alumno.id} onClose={() => setGiving(false)} />}
        {question && corrected !== null && (
          <CorrectionDialog question={question} number={corrected + 1} onClose={() => setCorrected(null)} />
        )}
        {given && annulled !== null && (
          <RegradeDialog
            exam={evaluacion.id}
            question={{ id: given.id, number: annulled + 1, text: given.pregunta }}
            unpublished={false}
            annul
            onClose={() => setAnnulled(null)}
          />
        )}
      </Late>
    </>
  )
}

/** An attempt as its teacher reads it: answers, key, points and comments. */
export default function AttemptPage() {
  const { id = '' } = useParams()
  const query = api.useQuery('get', '/api/gestion/intentos/{id}', { params: { path: { id } } })
  return (
    <LoadedScreen query={query} errorTitle="No pudimos abrir el intento">
      {({ data }) => <Shown key={data.intento.id} attempt={data} />}
    </LoadedScreen>
  )
}
