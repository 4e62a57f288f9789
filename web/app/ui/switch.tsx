import type { ComponentProps } from 'react'
import classes from './switch.module.css'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'> & { label?: string }

/** On or off, at once; without a `label` it is named by `aria-label`. */
export function Switch({ label, ...props }: SwitchProps) {
  return (
    <label className={classes.switch}>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its state itself */}
      <input type="checkbox" role="switch" {...props} />
      {label && <span>{label}</span>}
    </label>
  )
}
