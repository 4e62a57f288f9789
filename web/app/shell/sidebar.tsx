import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { CoursesMenu } from './courses-menu'
import { toggleMenu, useMiniMenu } from './menu-width'
import classes from './nav.module.css'
import { NavList } from './nav-list'
import { useTip } from './tip'

/** The side menu of desktops: 256 px, or 72 px with icons and their names beside them. */
export function Sidebar() {
  const mini = useMiniMenu()
  const tip = useTip(mini)
  const Drawing = mini ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const label = mini ? 'Expandir menú' : 'Minimizar menú'
  return (
    <aside className={classes.sidebar}>
      <div className={classes.standing} {...tip.handlers}>
        <nav aria-label="Menú principal">
          <NavList courses={<CoursesMenu />} />
        </nav>
        <button
          type="button"
          className={`${classes.link} ${classes.narrow}`}
          aria-label={label}
          data-tip={label}
          onClick={toggleMenu}
        >
          <Drawing size={22} stroke={1.7} />
          <span className={classes.words}>{label}</span>
        </button>
      </div>
      {tip.place}
    </aside>
  )
}
