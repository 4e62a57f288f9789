import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconPencil, IconSend } from '@tabler/icons-react'
import { count } from '../../platform/format'
import { type ExamState, unanswered } from './exam-machine'
import { focusOnMount } from './focus-on-mount'
import classes from './summary.module.css'
import { T } from './texts'

type SummaryProps = {
  graded: boolean
  running: ExamState & { phase: 'started' | 'sending' }
  onGo: (place: number) => void
  onSend: () => void
}

function Missing({ running, places, onGo }: Pick<SummaryProps, 'running' | 'onGo'> & { places: number[] }) {
  return (
    <>
      <Text fw={600} mb="xs">
        {count(places.length, 'pregunta sin responder', 'preguntas sin responder')}
      </Text>
      <ul className={classes.missing}>
        {places.map((place) => (
          <li key={place}>
            <button type="button" className={classes.jump} onClick={() => onGo(place)}>
              <span className={classes.number}>{place + 1}</span>
              <span className={classes.text}>{running.questions[place]?.pregunta}</span>
              <IconPencil size={18} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function sendText(graded: boolean, missing: number): string {
  if (missing > 0) return T.sendAnyway
  return graded ? T.send : T.sendSurvey
}

/** What is about to be sent, and what is still missing; each missing question can be jumped to. */
export function Summary({ graded, running, onGo, onSend }: SummaryProps) {
  const places = unanswered(running)
  const total = running.questions.length
  return (
    <section aria-labelledby="resumen" className={classes.summary}>
      <h2 id="resumen" className={classes.title} tabIndex={-1} ref={focusOnMount}>
        {T.summaryTitle}
      </h2>
      <Text c="dimmed" mb="lg">
        Respondiste {total - places.length} de {count(total, 'pregunta', 'preguntas')}.
        {graded && ' Después de enviar ya no podrás cambiar tus respuestas.'}
      </Text>
      {places.length > 0 ? (
        <Missing running={running} places={places} onGo={onGo} />
      ) : (
        <p className={classes.all}>
          <IconCircleCheck size={24} aria-hidden />
          {T.allAnswered}
        </p>
      )}
      {running.problem && (
        <Alert color="red" icon={<IconAlertCircle />} role="alert" mt="lg">
          {running.problem.text}
        </Alert>
      )}
      <Group mt="xl" gap="sm" className={classes.actions}>
        <Button
          size="lg"
          loading={running.phase === 'sending'}
          onClick={onSend}
          leftSection={<IconSend size={20} aria-hidden />}
        >
          {sendText(graded, places.length)}
        </Button>
        <Button
          size="lg"
          variant="default"
          disabled={running.phase === 'sending'}
          onClick={() => onGo(places[0] ?? running.current)}
        >
          {T.backToQuestions}
        </Button>
      </Group>
    </section>
  )
}
