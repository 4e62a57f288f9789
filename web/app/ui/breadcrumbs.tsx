import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '../lib/way'
import classes from './breadcrumbs.module.css'

/** The path to this screen; it scrolls on narrow screens instead of wrapping. */
export function Breadcrumbs({ items }: { items: { text: string; to?: string }[] }) {
  return (
    <nav aria-label="Ruta de navegación" className={classes.breadcrumbs}>
      <ol>
        {items.map(({ text, to }) => (
          <li key={`${to} ${text}`}>
            {to ? (
              <>
                <Link to={to} prefetch="intent">
                  {text}
                </Link>
                <IconChevronRight size={16} aria-hidden />
              </>
            ) : (
              <span aria-current="page">{text}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
