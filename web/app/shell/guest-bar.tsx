import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { Form, NavLink } from 'react-router'
import { useSeveralBrands } from '../lib/brand'
import { CoursesMenu } from './courses-menu'

const FIRST = [
  { to: '/certificado', label: 'Certificados' },
  { to: '/premios', label: 'Ranking' },
] as const

const OTHERS = [{ to: '/marcas', label: 'Nuestras academias' }]

const MORE = [
  { to: '/referidos', label: 'Referidos' },
  { to: '/notificaciones', label: 'Notificaciones' },
] as const

const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) => {
  if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
}
const onEscape = ({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) => {
  if (key !== 'Escape') return
  currentTarget.open = false
  currentTarget.querySelector('summary')?.focus()
}

type Styled = { classes: typeof import('./guest-bar.module.css').default }

function More({ classes }: Styled) {
  const others = useSeveralBrands() ? OTHERS : []
  return (
    <details className={classes.more} onBlur={leave} onKeyDown={onEscape}>
      <summary className={classes.link}>
        Más <IconChevronDown size={18} aria-hidden />
      </summary>
      <ul>
        {[...FIRST, ...others, ...MORE].map(({ to, label }, index) => (
          <li key={to} className={index < FIRST.length ? classes.narrow : undefined}>
            <NavLink to={to} onClick={(event) => event.currentTarget.closest('details')?.removeAttribute('open')}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The shop's menu and search; phones have the drawer. */
export default function GuestBar({ classes }: Styled) {
  return (
    <>
      <nav aria-label="Menú principal" className={classes.nav}>
        <CoursesMenu top />
        {FIRST.map(({ to, label }) => (
          <NavLink key={to} to={to} className={`${classes.link} ${classes.wide}`}>
            {label}
          </NavLink>
        ))}
        <More classes={classes} />
      </nav>
      <Form action="/cursos" className={classes.search}>
        <search>
          <IconSearch size={20} stroke={1.7} aria-hidden />
          <input type="search" name="buscar" aria-label="Buscar en el catálogo" placeholder="¿Qué quieres aprender?" />
        </search>
      </Form>
    </>
  )
}
