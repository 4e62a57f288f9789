import classes from './option-box.module.css'

/** Screen readers get `aria-required` from the field. */
export function RequiredMark() {
  return (
    <span className={classes.required} aria-hidden>
      *
    </span>
  )
}
