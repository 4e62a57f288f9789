import { NavLink } from 'react-router'
import { CoursesMenu } from './courses-menu'
import { type Entry, HOME, OTHERS } from './entries'

type Styled = { classes: typeof import('./guest-bar.module.css').default }

function Links({ entries, classes }: Styled & { entries: Entry[] }) {
  return entries
    .filter(({ who }) => who !== 'signed')
    .map(({ to, label }) => (
      <NavLink key={to} to={to} end={to === '/'} className={classes.link}>
        {label}
      </NavLink>
    ))
}

/** The shop's menu; below 1200 px the drawer has all of it. */
export default function GuestBar({ classes }: Styled) {
  return (
    <nav aria-label="Menú principal" className={classes.nav}>
      <Links classes={classes} entries={HOME} />
      <CoursesMenu top />
      <Links classes={classes} entries={OTHERS} />
    </nav>
  )
}
