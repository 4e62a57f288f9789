import { useId } from 'react'
import classes from './choice.module.css'

export type Option = { value: string; label: string; text?: string }

type ChoiceProps = {
  name: string
  legend: string
  options: readonly Option[]
  /** What is chosen at first; with `onChoose`, what is chosen now. */
  chosen?: string
  onChoose?: (value: string) => void
  error?: string
}

/** One of few, each a large row with its explanation. Native radio buttons: arrows and forms work by themselves. */
export function Choice({ name, legend, options, chosen, onChoose, error }: ChoiceProps) {
  const id = useId()
  return (
    <div
      className={classes.choice}
      role="radiogroup"
      aria-labelledby={`${id}-legend`}
      aria-required="true"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? id : undefined}
    >
      <p id={`${id}-legend`} className={classes.legend}>
        {legend} <Star />
      </p>
      <div className={classes.options}>
        {options.map(({ value, label, text }) => (
          <label key={value} className={classes.option} data-wrong={error ? true : undefined}>
            <input
              type="radio"
              name={name}
              value={value}
              {...(onChoose
                ? { checked: value === chosen, onChange: () => onChoose(value) }
                : { defaultChecked: value === chosen })}
            />
            <span>
              <strong>{label}</strong>
              {text && <span className={classes.optionText}>{text}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={id} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** The star of a field that must be filled in; screen readers hear it from the field. */
export function Star() {
  return (
    <span className={classes.star} aria-hidden>
      *
    </span>
  )
}

/** A box to tick, with a text of its own. */
export function Tick({
  name,
  children,
  error,
  required,
}: {
  name: string
  children: string
  error?: string
  required?: boolean
}) {
  const id = useId()
  return (
    <div>
      <label className={classes.tick} data-wrong={error ? true : undefined}>
        <input
          type="checkbox"
          name={name}
          aria-required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        <span>
          {children} {required && <Star />}
        </span>
      </label>
      {error && (
        <p id={id} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
