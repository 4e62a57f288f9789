import { useId } from 'react'
import classes from './option-box.module.css'
import { RequiredMark } from './required-mark'

export function Checkbox({
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
      <label className={classes.checkbox} data-invalid={error ? true : undefined}>
        <input
          type="checkbox"
          name={name}
          aria-required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        <span>
          <span>{`${children} `}</span>
          {required && <RequiredMark />}
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
