import { NavLink } from 'react-router'
import classes from './link-tabs.module.css'

type LinkTabsProps = { label: string; tabs: readonly { to: string; text: string }[] }

/** Pages of one head, which look like tabs. */
export const LinkTabs = ({ label, tabs }: LinkTabsProps) => (
  <nav aria-label={label} className={classes.tabs}>
    {tabs.map(({ to, text }) => (
      <NavLink key={to} to={to} className={classes.tab}>
        {text}
      </NavLink>
    ))}
  </nav>
)
