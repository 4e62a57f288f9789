import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { CoursesMenu } from './courses-menu'
import { toggleMenu, useMiniMenu } from './menu-width'
import classes from './nav.module.css'
import { NavList } from './nav-list'

export function Sidebar() {
  const mini = useMiniMenu()
  const Drawing = mini ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const label = mini ? 'Expandir menú' : 'Minimizar menú'
  return (
    <aside className={classes.sidebar} data-menu data-shell data-mini={mini || undefined}>
      <div className={classes.standing}>
        <nav aria-label="Menú principal">
          <NavList courses={<CoursesMenu />} />
        </nav>
        <button type="button" className={`${classes.link} ${classes.narrow}`} aria-label={label} onClick={toggleMenu}>
          <Drawing size={22} stroke={1.7} />
          <span className={classes.words}>{label}</span>
        </button>
      </div>
    </aside>
  )
}
