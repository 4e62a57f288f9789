import { useId } from 'react'
import classes from './option-box.module.css'
import { RequiredMark } from './required-mark'

export type Option = { value: string; label: string; text?: string }

type RadioCardsProps = {
  name: string
  legend: string
  options: readonly Option[]
  /** The initial value; with `onChoose`, the current one. */
  chosen?: string
  onChoose?: (value: string) => void
  error?: string
  /** One below the other at any width. */
  stacked?: boolean
}

/** Radio buttons as large rows with an explanation. */
export function RadioCards({ name, legend, options, chosen, onChoose, error, stacked }: RadioCardsProps) {
  const id = useId()
  return (
    <div
      className={classes.group}
      role="radiogroup"
      aria-labelledby={`${id}-legend`}
      aria-required="true"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? id : undefined}
    >
      <p id={`${id}-legend`} className={classes.legend}>
        <span>{`${legend} `}</span>
        <RequiredMark />
      </p>
      <div className={classes.options} data-stacked={stacked}>
        {options.map(({ value, label, text }) => (
          <label key={value} className={classes.option} data-invalid={error ? true : undefined}>
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
