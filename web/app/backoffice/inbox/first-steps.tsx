import type { FirstSteps as Steps } from '@campus/contract/inbox'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useScreenPath } from '../shell/staff'
import classes from './inbox.module.css'
import { Row, Section } from './rows'
import { firstSteps, type Step } from './steps'

function StepRow({ step: { path, label, text, others, done } }: { step: Step }) {
  const screen = useScreenPath(path)
  const Mark = done ? IconCircleCheckFilled : IconCircle
  return (
    <li data-done={done || undefined}>
      <Row path={path}>
        <Mark size={20} aria-hidden className={classes.mark} />
        <span className={classes.words}>
          <span className={classes.label}>{label}</span>
          <span className={classes.text}>{screen ? text : (others ?? text)}</span>
        </span>
        <span className={classes.note}>{done ? 'Listo' : 'Falta'}</span>
      </Row>
    </li>
  )
}

/** What a new academy does first. */
export default function FirstSteps({ steps }: { steps: Steps }) {
  const all = firstSteps(steps)
  return (
    <Section title="Primeros pasos" note={`${all.filter(({ done }) => done).length} de ${all.length} listos`}>
      <ul className={classes.rows}>
        {all.map((one) => (
          <StepRow key={one.key} step={one} />
        ))}
      </ul>
    </Section>
  )
}
