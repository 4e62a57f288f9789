import { NavLink } from 'react-router'
import { formatWaiting } from '../blocks/counted'
import { useInbox } from './inbox-query'
import { GROUPS, SCREENS, type Screen } from './screens'
import classes from './shell.module.css'
import { isAllowed, screenPath, useStaff } from './staff'

type Shown = Screen & Required<Pick<Screen, 'entry'>>

const withEntry = (screen: Screen): screen is Shown => screen.entry !== undefined

function Line({ screen, onNavigate }: { screen: Shown; onNavigate?: () => void }) {
  const { icon: Drawing, label, waiting } = screen.entry
  const inbox = useInbox().data?.data
  const count = (inbox && waiting?.(inbox)) || 0
  return (
    <li>
      <NavLink to={screenPath(screen.path)} end={screen.path === ''} className={classes.link} onClick={onNavigate}>
        <Drawing size={18} stroke={1.7} aria-hidden />
        <span className={classes.words}>{label}</span>
        {count > 0 && (
          <span className={classes.count}>
            <span>{formatWaiting(count)}</span>
            <span className="visually-hidden"> por atender</span>
          </span>
        )}
      </NavLink>
    </li>
  )
}

/** What the person may open, by groups. */
export function SideMenu({ onNavigate }: { onNavigate?: () => void }) {
  const staff = useStaff()
  const shown = SCREENS.filter(withEntry).filter(({ permission }) => isAllowed(staff, permission))
  return (
    <nav aria-label="Menú de gestión">
      {GROUPS.map((group) => {
        const lines = shown.filter(({ entry }) => entry.group === group)
        if (lines.length === 0) return null
        return (
          <div key={group} className={classes.group}>
            {group && <h2 className={classes.groupName}>{group}</h2>}
            <ul className={classes.list} aria-label={group || undefined}>
              {lines.map((screen) => (
                <Line key={screen.path} screen={screen} onNavigate={onNavigate} />
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}
