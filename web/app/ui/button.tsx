import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type WayLinkProps } from '../lib/way'
import classes from './button.module.css'

type Look = {
  /** `danger` takes something away for good. */
  variant?: 'filled' | 'danger' | 'light' | 'default' | 'subtle'
  /** 36, 42 or 50 px high; `compact` has small letters and 44 px. */
  size?: 'compact' | 'sm' | 'md' | 'lg'
  fullWidth?: boolean
  /** Some space above, below a text. */
  below?: boolean
  leftSection?: ReactNode
  rightSection?: ReactNode
}

type Shown = Look & { className?: string; children?: ReactNode }

function shown({ variant = 'filled', size = 'md', fullWidth, below, leftSection, rightSection, ...rest }: Shown) {
  return {
    className: rest.className ? `${classes.button} ${rest.className}` : classes.button,
    'data-variant': variant,
    'data-size': size,
    'data-wide': fullWidth || undefined,
    'data-below': below || undefined,
    children: (
      <span className={classes.inner}>
        {leftSection && <span className={classes.left}>{leftSection}</span>}
        <span className={classes.label}>{rest.children}</span>
        {rightSection && <span className={classes.right}>{rightSection}</span>}
      </span>
    ),
  }
}

/** The look's own properties, so that the others reach the element. */
function apart<Props extends Look>(props: Props) {
  const { variant, size, fullWidth, below, leftSection, rightSection, ...rest } = props
  return rest
}

const stop = (event: MouseEvent) => event.preventDefault()

type ButtonProps = Look & ComponentProps<'button'> & { loading?: boolean | undefined }

/** While `loading` it keeps the focus, and pressing it does nothing. */
export function Button({ loading, ...props }: ButtonProps) {
  const { type = 'button', onClick, ...rest } = apart(props)
  return (
    <button
      {...rest}
      type={type}
      onClick={loading ? stop : onClick}
      aria-busy={loading || undefined}
      data-loading={loading || undefined}
      {...shown(props)}
    />
  )
}

/** To one of our screens. */
export function LinkButton(props: Look & WayLinkProps) {
  return <Link {...apart(props)} {...shown(props)} />
}

/** To a file or to another site. */
export function AnchorButton(props: Look & ComponentProps<'a'>) {
  return <a {...apart(props)} {...shown(props)} />
}
