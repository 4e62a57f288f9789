import type { ComponentPropsWithoutRef, CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import { LOOKS, names } from './mantine-looks'

const PRESSED = 'mantine-focus-auto mantine-active'
const EDGE = 'calc(0.0625rem * var(--mantine-scale)) solid transparent'

/** What one presses: a way inside the site, one out of it, or an act. */
type Pressed =
  | { to: string; href?: undefined }
  | ({ href: string; to?: undefined } & Pick<ComponentPropsWithoutRef<'a'>, 'target' | 'rel'>)
  | ({ to?: undefined; href?: undefined } & Pick<ComponentPropsWithoutRef<'button'>, 'onClick' | 'aria-haspopup'>)

type Shared = { className: string; style: CSSProperties; 'aria-label'?: string; children: ReactNode }

function pressable(pressed: Pressed, shared: Shared) {
  if (pressed.to !== undefined) return <Link {...shared} to={pressed.to} />
  if (pressed.href !== undefined) return <a {...shared} href={pressed.href} target={pressed.target} rel={pressed.rel} />
  return <button type="button" {...shared} onClick={pressed.onClick} aria-haspopup={pressed['aria-haspopup']} />
}

const BUTTON = {
  '--button-height': 'var(--button-height-md)',
  '--button-padding-x': 'var(--button-padding-x-md)',
  '--button-fz': 'var(--mantine-font-size-md)',
}
const BUTTON_COLORS = {
  filled: { '--button-color': 'var(--mantine-color-white)' },
  light: {
    '--button-bg': 'var(--mantine-color-brand-light)',
    '--button-hover': 'var(--mantine-color-brand-light-hover)',
    '--button-color': 'var(--mantine-color-brand-light-color)',
    '--button-bd': EDGE,
  },
}

type LightButtonProps = Pressed & {
  variant?: keyof typeof BUTTON_COLORS
  className?: string
  /** Before the words. */
  icon?: ReactNode
  children: ReactNode
}

/** Mantine's `Button` in its size `md`, without its code: for the frame and for pages that are read more than used. */
export function LightButton({ variant = 'filled', className, icon, children, ...pressed }: LightButtonProps) {
  const style: CSSProperties & Record<string, string> = { ...BUTTON, ...BUTTON_COLORS[variant] }
  if (icon) style.paddingInlineStart = 'calc(var(--button-padding-x) / 1.5)'
  const { root, inner, label, section } = LOOKS.Button
  const inside = (
    <span className={inner}>
      {icon && (
        <span className={section} data-position="left">
          {icon}
        </span>
      )}
      <span className={label}>{children}</span>
    </span>
  )
  const classes = names(PRESSED, className, root, LOOKS.UnstyledButton.root)
  return pressable(pressed, { className: classes, style, children: inside })
}

const ICON: CSSProperties & Record<string, string> = {
  '--ai-size': 'calc(2.75rem * var(--mantine-scale))',
  '--ai-bg': 'transparent',
  '--ai-hover': 'var(--mantine-color-gray-light-hover)',
  '--ai-color': 'var(--mantine-color-gray-light-color)',
  '--ai-bd': EDGE,
}
const ROUND = { ...ICON, '--ai-radius': 'var(--mantine-radius-xl)' }

type IconButtonProps = Pressed & { label: string; className?: string; round?: boolean; children: ReactNode }

/** A drawing of 44 px that one presses: Mantine's quiet grey `ActionIcon`, without its code. */
export function IconButton({ label, className, round = false, children, ...pressed }: IconButtonProps) {
  const classes = names(PRESSED, className, LOOKS.ActionIcon.root, LOOKS.UnstyledButton.root)
  const inside = <span className={LOOKS.ActionIcon.icon}>{children}</span>
  return pressable(pressed, {
    className: classes,
    style: round ? ROUND : ICON,
    'aria-label': label,
    children: inside,
  })
}
