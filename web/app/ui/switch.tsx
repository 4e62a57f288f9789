import { type ComponentProps, useId } from 'react'
import classes from './switch.module.css'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'> & {
  label?: string
  description?: string
}

/** On or off, at once; without a `label` it is named by `aria-label`. */
export function Switch({ label, description, ...props }: SwitchProps) {
  const id = useId()
  const described = description && { 'aria-labelledby': id, 'aria-describedby': `${id}-text` }
  return (
    <label className={classes.switch}>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its state itself */}
      <input type="checkbox" role="switch" {...described} {...props} />
      {label && <span id={id}>{label}</span>}
      {description && <small id={`${id}-text`}>{description}</small>}
    </label>
  )
}
