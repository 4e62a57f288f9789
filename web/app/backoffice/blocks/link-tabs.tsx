import { Link, useLocation } from 'react-router'
import classes from './link-tabs.module.css'

type LinkTabsProps = { label: string; tabs: readonly { to: string; text: string }[] }

/** Pages of one head, which look like tabs; an address below two of them is of the longer one. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  const { pathname } = useLocation()
  const above = tabs.filter(({ to }) => `${pathname}/`.startsWith(`${to}/`))
  const current = above.toSorted((a, b) => b.to.length - a.to.length)[0]
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} className={classes.tab} aria-current={tab === current ? 'page' : undefined}>
          {tab.text}
        </Link>
      ))}
    </nav>
  )
}
