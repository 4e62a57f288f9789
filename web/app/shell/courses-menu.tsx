import { IconBooks, IconChevronRight } from '@tabler/icons-react'
import { Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { lazily } from '../platform/lazily'
import { QueriesLater } from '../platform/queries-later'
import { Dropdown } from '../ui/dropdown'
import items from '../ui/dropdown.module.css'
import classes from './nav.module.css'

// Without them the menu still leads to every course.
const Categories = lazily(
  () => import('./categories'),
  () => null,
)

/** *Cursos* on desktops: a dropdown of the categories, read when it is first opened. */
export function CoursesMenu() {
  const { pathname } = useLocation()
  const current = /^\/(cursos|detallecurso)(\/|$)/.test(pathname)
  return (
    <Dropdown
      role="menu"
      label="Cursos"
      width={264}
      side="beside"
      button={(button) => (
        <button
          {...button}
          type="button"
          className={classes.link}
          aria-label="Cursos"
          data-tip="Cursos"
          aria-current={current ? 'true' : undefined}
        >
          <IconBooks size={22} stroke={1.7} />
          <span className={classes.words}>Cursos</span>
          <IconChevronRight size={18} className={classes.chevron} />
        </button>
      )}
    >
      {({ opened, close }) => (
        <>
          <Link to="/cursos" role="menuitem" className={items.item} style={{ fontWeight: 650 }} onClick={close}>
            Todos los cursos
          </Link>
          <hr className={items.rule} />
          <Suspense>
            {opened && (
              <QueriesLater>
                <Categories onChoose={close} />
              </QueriesLater>
            )}
          </Suspense>
        </>
      )}
    </Dropdown>
  )
}
