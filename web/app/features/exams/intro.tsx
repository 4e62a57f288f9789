import type { Evaluation, EvaluationDetail } from '@campus/contract/exams'
import { PENDING_TEXT } from '@campus/contract/rules'
import { Alert, Button, Text, Title } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import {
  type Icon,
  IconAlertCircle,
  IconCalendar,
  IconChecklist,
  IconClock,
  IconHourglassHigh,
  IconLock,
  IconRotate,
  IconTargetArrow,
  IconUserOff,
} from '@tabler/icons-react'
import { useState } from 'react'
import { count, formatNumber } from '../../platform/format'
import { modulesPath } from '../../platform/paths'
import { Crumbs } from '../../ui/crumbs'
import { GradeBadge } from '../../ui/grade-badge'
import { Html } from '../../ui/html'
import { PageHead } from '../../ui/page-head'
import { Panel } from '../../ui/panel'
import { ProgressRing } from '../../ui/progress'
import { readClocks, serverNow, setClock } from './exam-clock'
import type { Problem } from './exam-machine'
import classes from './intro.module.css'
import { attemptsLeft, type Entrance, entranceOf, isExam, windowText } from './intro-facts'
import { T } from './texts'

type IntroProps = {
  evaluation: Evaluation
  detail: EvaluationDetail | null
  heardAt: number
  problem: Problem | null
  starting: boolean
  onStart: () => void
  onShow: (detail: EvaluationDetail) => void
}

/** The server's clock from what it said then: the window opens and closes by it, not by the device's. */
function useServerNow(ahora: string, heardAt: number): number {
  const read = () => {
    const now = readClocks()
    const then = { wall: heardAt, steady: now.steady - (now.wall - heardAt) }
    return serverNow(setClock(ahora, then), now)
  }
  const [now, setNow] = useState(read)
  useInterval(() => setNow(read()), 1000, { autoInvoke: true })
  return now
}

function Fact({ icon: Drawing, children }: { icon: Icon; children: string }) {
  return (
    <li className={classes.fact}>
      <Drawing size={20} stroke={1.7} aria-hidden />
      <span>{children}</span>
    </li>
  )
}

function Facts({ evaluation, detail }: Pick<IntroProps, 'evaluation' | 'detail'>) {
  const exam = isExam(evaluation)
  const window = windowText(evaluation)
  return (
    <ul className={classes.facts}>
      <Fact icon={IconChecklist}>{count(evaluation.cantidad_preguntas, 'pregunta', 'preguntas')}</Fact>
      <Fact icon={IconClock}>{count(evaluation.duracion, 'minuto', 'minutos')}</Fact>
      {exam && <Fact icon={IconRotate}>{`Te quedan ${attemptsLeft(evaluation, detail)}`}</Fact>}
      {exam && <Fact icon={IconTargetArrow}>{T.passMark}</Fact>}
      {!exam && <Fact icon={IconUserOff}>Anónima y sin nota</Fact>}
      {window && <Fact icon={IconCalendar}>{window}</Fact>}
    </ul>
  )
}

function BestResult({ detail, onShow }: { detail: EvaluationDetail; onShow: IntroProps['onShow'] }) {
  const percent = detail.mejor_porcentaje
  return (
    <div className={classes.best}>
      {percent !== null && <ProgressRing value={Math.floor(percent)} label={T.bestResult} size={64} />}
      <div className={classes.bestWords}>
        <Text fw={600}>{percent === null ? PENDING_TEXT : T.bestResult}</Text>
        {percent !== null && <GradeBadge percent={percent} />}
        {percent !== null && detail.mejor_nota !== null && detail.nota_maxima !== null && (
          <Text size="sm" c="dimmed">
            {formatNumber(detail.mejor_nota)} de {formatNumber(detail.nota_maxima)} puntos
          </Text>
        )}
      </div>
      {detail.estado !== 'abierto' && (
        <Button variant="default" fullWidth onClick={() => onShow(detail)}>
          {T.seeResult}
        </Button>
      )}
    </div>
  )
}

function EntranceBox({
  entrance,
  starting,
  onStart,
}: { entrance: Entrance } & Pick<IntroProps, 'starting' | 'onStart'>) {
  if (entrance.kind === 'shut')
    return (
      <div className={classes.shut} role="status">
        <IconLock size={20} aria-hidden />
        <div>
          <Text fw={600}>{entrance.title}</Text>
          <Text size="sm">{entrance.note}</Text>
        </div>
      </div>
    )
  return (
    <>
      <Button size="lg" fullWidth loading={starting} onClick={onStart} aria-describedby="nota-inicio">
        {entrance.label}
      </Button>
      <Text size="sm" c="dimmed" mt="sm" id="nota-inicio" className={classes.note}>
        {entrance.kind === 'resume' && <IconHourglassHigh size={16} aria-hidden />}
        {entrance.note}
      </Text>
    </>
  )
}

function crumbsOf({ id_curso, curso, id_modulo, modulo, nombre }: Evaluation) {
  return [
    { text: 'Mis Cursos', to: '/miscursos' },
    { text: curso, to: modulesPath(id_curso) },
    ...(id_modulo && modulo ? [{ text: modulo, to: modulesPath(id_curso, id_modulo) }] : []),
    { text: nombre },
  ]
}

/** What the exam is about and what it asks for; the button is there only inside the window and with attempts left. */
export function Intro({ evaluation, detail, heardAt, problem, starting, onStart, onShow }: IntroProps) {
  const now = useServerNow(evaluation.ahora, heardAt)
  const entrance = entranceOf(evaluation, detail, now)
  const hasResult =
    detail !== null && isExam(evaluation) && (detail.mejor_nota !== null || detail.estado === 'pendiente')
  return (
    <>
      <Crumbs items={crumbsOf(evaluation)} />
      <PageHead title={evaluation.nombre} lead={evaluation.modulo ?? evaluation.curso} />
      <div className={classes.columns}>
        <section aria-labelledby="instrucciones">
          <Title order={2} id="instrucciones" mb="sm">
            {isExam(evaluation) ? 'Instrucciones' : 'Tu opinión cuenta'}
          </Title>
          <Html html={evaluation.instrucciones || `<p>${T.noInstructions}</p>`} />
        </section>
        <Panel>
          <Facts evaluation={evaluation} detail={detail} />
          {problem && (
            <Alert color="red" icon={<IconAlertCircle />} role="alert" mb="md">
              {problem.text}
            </Alert>
          )}
          <EntranceBox entrance={entrance} starting={starting} onStart={onStart} />
          {hasResult && <BestResult detail={detail} onShow={onShow} />}
        </Panel>
      </div>
    </>
  )
}
