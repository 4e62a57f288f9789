import { IconCheck } from '@tabler/icons-react'
import classes from './options.module.css'
import { optionId } from './use-exam-keys'

type OptionsProps = {
  question: number
  options: { id: number; opcion: string }[]
  chosen: readonly number[]
  /** Several may be chosen. */
  several?: boolean
  onChoose: (option: number) => void
}

/** Native radios or boxes, so that arrows, labels and screen readers work. */
export function Options({ question, options, chosen, several = false, onChoose }: OptionsProps) {
  return (
    <div className={classes.options}>
      {options.map(({ id, opcion }, place) => (
        <label key={id} className={classes.option}>
          <input
            type={several ? 'checkbox' : 'radio'}
            id={optionId(id)}
            name={`pregunta-${question}`}
            value={id}
            checked={chosen.includes(id)}
            onChange={() => onChoose(id)}
          />
          <span className={classes.mark} data-several={several || undefined} aria-hidden="true">
            {chosen.includes(id) ? <IconCheck size={18} stroke={3} /> : place + 1}
          </span>
          <span className={classes.text}>{opcion}</span>
        </label>
      ))}
    </div>
  )
}
