import { IconCheck, IconX } from '@tabler/icons-react'
import classes from './options.module.css'

export const optionId = (option: number): string => `opcion-${option}`

type OptionsProps = {
  question: number
  options: { id: number; opcion: string }[]
  chosen: readonly number[]
  /** Several may be chosen. */
  several?: boolean
  /** What is known of the chosen one; it can then be changed no more where it is right. */
  verdict?: 'right' | 'wrong' | undefined
  onChoose: (option: number) => void
}

const MARKS = { right: IconCheck, wrong: IconX }

/** Native radios or boxes, so that arrows, labels and screen readers work. */
export function Options({ question, options, chosen, several = false, verdict, onChoose }: OptionsProps) {
  const Mark = MARKS[verdict ?? 'right']
  return (
    <div className={classes.options} data-verdict={verdict}>
      {options.map(({ id, opcion }, place) => (
        <label key={id} className={classes.option}>
          <input
            type={several ? 'checkbox' : 'radio'}
            id={optionId(id)}
            name={`pregunta-${question}`}
            value={id}
            checked={chosen.includes(id)}
            disabled={verdict === 'right'}
            onChange={() => onChoose(id)}
          />
          <span className={classes.mark} data-several={several || undefined} aria-hidden="true">
            {chosen.includes(id) ? <Mark size={18} stroke={3} /> : place + 1}
          </span>
          <span className={classes.text}>{opcion}</span>
        </label>
      ))}
    </div>
  )
}
