import { IconBooks, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useRoot } from '../lib/root-data'
import classes from './nav.module.css'

/** *Cursos* with its categories, in the sidebar or at the top of a guest's page; it opens without scripts. */
export function CoursesMenu({ top }: { top?: boolean }) {
  const { pathname } = useLocation()
  const { categories } = useRoot()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen has been opened
  useEffect(() => list.current?.hidePopover?.(), [pathname])
  const Chevron = top ? IconChevronDown : IconChevronRight
  return (
    <>
      <button
        type="button"
        className={classes.link}
        aria-label="Cursos"
        aria-current={/^\/(cursos|detallecurso)(\/|$)/.test(pathname) ? 'true' : undefined}
        popoverTarget={id}
      >
        {!top && <IconBooks size={22} stroke={1.7} />}
        <span className={classes.words}>Cursos</span>
        <Chevron size={18} className={classes.chevron} />
      </button>
      <div ref={list} id={id} popover="auto" className={classes.dropdown} data-top={top || undefined}>
        <Link to="/cursos" className={classes.all}>
          Todos los cursos
        </Link>
        {categories === null && (
          <p>
            Hubo un error al cargar las categorías.{' '}
            <Link to={pathname} reloadDocument>
              Reintentar
            </Link>
          </p>
        )}
        {categories?.map(({ id, nombre }) => (
          <Link key={id} to={`/cursos/${id}`}>
            {nombre}
          </Link>
        ))}
      </div>
    </>
  )
}
