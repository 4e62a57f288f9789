import { IconPencil, IconSend } from '@tabler/icons-react'
import { count } from '../../lib/format'
import { Button } from '../../ui/button'
import { Failure } from '../../ui/failure'
import { Group } from '../../ui/stack'
import { Text } from '../../ui/text'
import { type Running, unanswered } from './exam-machine'
import { focusOnMount } from './focus-on-mount'
import classes from './summary.module.css'
import { TEXTS } from './texts'

type SummaryProps = {
  running: Running
  onGo: (place: number) => void
  onSend: () => void
}

function Missing({ running, places, onGo }: Pick<SummaryProps, 'running' | 'onGo'> & { places: number[] }) {
  return (
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
  )
}

/** With blanks the safe act is the filled one. */
function Actions({ running, places, onGo, onSend }: SummaryProps & { places: number[] }) {
  const blanks = places.length > 0
  const sending = running.phase === 'sending'
  const back = (
    <Button
      key="back"
      size="lg"
      variant={blanks ? 'filled' : 'default'}
      disabled={sending}
      onClick={() => onGo(places[0] ?? running.current)}
    >
      {TEXTS.backToQuestions}
    </Button>
  )
  const send = (
    <Button
      key="send"
      size="lg"
      variant={blanks ? 'default' : 'filled'}
      loading={sending}
      onClick={onSend}
      leftSection={<IconSend size={20} aria-hidden />}
    >
      {blanks ? TEXTS.sendAnyway : TEXTS.send}
    </Button>
  )
  return (
    <Group gap="sm" className={classes.actions}>
      {blanks ? [back, send] : [send, back]}
    </Group>
  )
}

export function Summary({ running, onGo, onSend }: SummaryProps) {
  const places = unanswered(running)
  const left = `${places.length === 1 ? 'falta' : 'faltan'} ${places.length}`
  const total = count(running.questions.length, 'pregunta', 'preguntas')
  return (
    <section aria-labelledby="resumen" className={classes.summary}>
      <h2 id="resumen" className={classes.title} tabIndex={-1} ref={focusOnMount}>
        {TEXTS.summaryTitle}
      </h2>
      <Text dimmed className={classes.lead}>
        {`${places.length > 0 ? `Te ${left} de ${total}.` : TEXTS.allAnswered} Después de enviar ya no podrás cambiar tus respuestas.`}
      </Text>
      {places.length > 0 && <Missing running={running} places={places} onGo={onGo} />}
      <Failure text={running.problem?.text} mt="lg" />
      <Actions running={running} places={places} onGo={onGo} onSend={onSend} />
    </section>
  )
}
