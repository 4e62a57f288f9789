import { IconListCheck } from '@tabler/icons-react'
import { count } from '../../lib/format'
import { Button } from '../../ui/button'
import { isAnswered, type RunningAttempt, unanswered } from './exam-machine'
import classes from './question-map.module.css'

type QuestionMapProps = { running: RunningAttempt; onGo: (place: number) => void; onReview: () => void }

function QuestionButton({
  running,
  place,
  onGo,
}: {
  running: RunningAttempt
  place: number
  onGo: QuestionMapProps['onGo']
}) {
  const question = running.questions[place]
  const answered = question !== undefined && isAnswered(question, running.replies.get(question.id))
  const current = running.view === 'question' && running.current === place
  return (
    <li>
      <button
        type="button"
        className={classes.place}
        data-answered={answered || undefined}
        aria-current={current ? 'step' : undefined}
        aria-label={`Pregunta ${place + 1}, ${answered ? 'respondida' : 'sin responder'}`}
        onClick={() => onGo(place)}
      >
        {place + 1}
      </button>
    </li>
  )
}

export function QuestionMap({ running, onGo, onReview }: QuestionMapProps) {
  const missing = unanswered(running).length
  return (
    <nav className={classes.map} aria-label="Preguntas">
      {running.view === 'question' && (
        <p className={classes.count}>
          {missing === 0 ? 'Todas respondidas' : count(missing, 'pregunta sin responder', 'preguntas sin responder')}
        </p>
      )}
      <ol className={classes.places}>
        {running.questions.map((question, place) => (
          <QuestionButton key={question.id} running={running} place={place} onGo={onGo} />
        ))}
      </ol>
      {running.view === 'question' && (
        <Button variant="light" fullWidth onClick={onReview} leftSection={<IconListCheck size={18} aria-hidden />}>
          Revisar y enviar
        </Button>
      )}
    </nav>
  )
}
