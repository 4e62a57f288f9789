import { Link, matchPath, useLocation } from 'react-router'
import { formatWaiting } from '../blocks/counted'
import { useInbox } from './inbox-query'
import { type OwnScreen, SECTIONS, type Section, screenAt } from './screens'
import classes from './shell.module.css'
import { isAllowed, isCashierAlone, screenPath, useStaff } from './staff'

/** Of all of them. */
function Count({ screens }: { screens: readonly OwnScreen[] }) {
  const inbox = useInbox().data?.data
  const count = inbox ? screens.reduce((sum, { entry }) => sum + (entry?.waiting?.(inbox) ?? 0), 0) : 0
  return (
    count > 0 && (
      <span className={classes.count}>
        <span>{formatWaiting(count)}</span>
        <span className="visually-hidden"> por atender</span>
      </span>
    )
  )
}

type EntryProps = { section: Section; screens: readonly OwnScreen[]; onNavigate: (() => void) | undefined }

/** Leads to its first screen; its others are below it while one of them is shown. */
function Entry({ section, screens, onNavigate }: EntryProps) {
  const { pathname } = useLocation()
  const [first] = screens
  if (!first) return null
  const { label, icon: Drawing } = section
  const open = screenAt(pathname)?.section === section
  const lines = open && screens.length > 1 ? screens.filter(({ entry }) => entry?.label !== label) : []
  const current = lines.find(({ path }) => matchPath({ path: screenPath(path), end: false }, pathname))
  const own = current ? 'true' : 'page'
  return (
    <li>
      <Link
        to={screenPath(first.path)}
        className={classes.link}
        aria-current={open ? own : undefined}
        onClick={onNavigate}
      >
        <Drawing size={18} stroke={1.7} aria-hidden />
        <span className={classes.words}>{label}</span>
        <Count screens={screens} />
      </Link>
      {lines.length > 0 && (
        <ul aria-label={label}>
          {lines.map((line) => (
            <li key={line.path}>
              <Link
                to={screenPath(line.path)}
                className={classes.link}
                aria-current={line === current ? 'page' : undefined}
                onClick={onNavigate}
              >
                <span className={classes.words}>{line.entry?.label}</span>
                <Count screens={[line]} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** What the person may open. */
export function SideMenu({ onNavigate }: { onNavigate?: () => void }) {
  const staff = useStaff()
  const alone = isCashierAlone(staff)
  const isShown = ({ path, entry, permission }: OwnScreen) =>
    entry && !entry.unlisted && isAllowed(staff, permission) && !(alone && path === '')
  return (
    <nav aria-label="Menú de gestión">
      <ul>
        {SECTIONS.map((section) => (
          <Entry
            key={section.label}
            section={section}
            screens={section.screens.filter(isShown)}
            onNavigate={onNavigate}
          />
        ))}
      </ul>
    </nav>
  )
}
