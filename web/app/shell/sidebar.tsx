import { SIDEBAR_MINI_PX } from '@campus/contract/rules'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { MENU_WIDTH_KEY } from '../lib/pre-paint-script'
import { deviceStore } from '../lib/storage'
import { CoursesMenu } from './courses-menu'
import classes from './nav.module.css'
import { NavList } from './nav-list'

const WIDE = `(min-width: ${SIDEBAR_MINI_PX}px)`
const MARKS = ['data-menu-wide', 'data-menu-narrow', 'data-stage']

const marks = () => document.documentElement.dataset
const isWide = () => window.matchMedia(WIDE).matches

/** The width is stored in attributes of the document, which frame.css reads; a lesson's stage minimises it by itself. */
function isMini(): boolean {
  const { menuWide, menuNarrow, stage } = marks()
  return isWide() ? (menuWide ?? (stage === undefined ? 'full' : 'mini')) === 'mini' : menuNarrow !== 'full'
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: MARKS })
  query.addEventListener('change', listener)
  return () => {
    observer.disconnect()
    query.removeEventListener('change', listener)
  }
}

function useMiniMenu(): boolean {
  return useSyncExternalStore(subscribe, isMini, () => false)
}

/** Stored on wide screens; below 1200 px it lasts for this visit. */
function toggleMenu(): void {
  const next = isMini() ? 'full' : 'mini'
  if (isWide()) {
    marks().menuWide = next
    deviceStore.setItem(MENU_WIDTH_KEY, next)
  } else {
    marks().menuNarrow = next
  }
}

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
