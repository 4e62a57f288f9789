import { IconCheck } from '@tabler/icons-react'
import classes from './options.module.css'
import { optionId } from './use-exam-keys'

type OptionsProps = {
  question: number
  options: { id: number; opcion: string }[]
  chosen: number | null
  onChoose: (option: number) => void
}

/** Big rows to choose from: real radios, so that arrows, labels and screen readers work as they do everywhere. */
export function Options({ question, options, chosen, onChoose }: OptionsProps) {
  return (
    <div className={classes.options}>
      {options.map(({ id, opcion }, place) => (
        <label key={id} className={classes.option}>
          <input
            type="radio"
            id={optionId(id)}
            name={`pregunta-${question}`}
            value={id}
            checked={chosen === id}
            onChange={() => onChoose(id)}
          />
          <span className={classes.mark} aria-hidden="true">
            {chosen === id ? <IconCheck size={18} stroke={3} /> : place + 1}
          </span>
          <span className={classes.text}>{opcion}</span>
        </label>
      ))}
    </div>
  )
}
