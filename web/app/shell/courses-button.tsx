import { IconBooks, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { useLocation } from 'react-router'
import classes from './nav.module.css'

type CoursesButtonProps = ComponentPropsWithRef<'button'> & { top?: boolean }

/** In the sidebar, or in the header of guests. */
export function CoursesButton({ top, ...props }: CoursesButtonProps) {
  const { pathname } = useLocation()
  const current = /^\/(cursos|detallecurso)(\/|$)/.test(pathname)
  const Chevron = top ? IconChevronDown : IconChevronRight
  return (
    <button
      {...props}
      type="button"
      className={classes.link}
      aria-label="Cursos"
      aria-haspopup="menu"
      aria-current={current ? 'true' : undefined}
    >
      {!top && <IconBooks size={22} stroke={1.7} />}
      <span className={classes.words}>Cursos</span>
      <Chevron size={18} className={classes.chevron} />
    </button>
  )
}
