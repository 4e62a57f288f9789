import { useId } from 'react'
import classes from './choice.module.css'

type ChoiceProps<Value extends string> = {
  label: string
  name: string
  options: readonly { value: Value; label: string }[]
  chosen: Value
  onChoose: (value: Value) => void
  error?: string | undefined
  /** Over the whole width, alike. */
  fill?: boolean
}

/** One of a row of buttons. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, name, options, chosen, onChoose, error, fill } = props
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <p id={id} className={classes.label}>
        {label}
      </p>
      <div className={classes.options} data-fill={fill || undefined}>
        {options.map((option) => (
          <label key={option.value} className={classes.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              className="visually-hidden"
              checked={option.value === chosen}
              onChange={() => onChoose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
