import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './crumbs.module.css'

/** Where this screen stands; the last one is the screen itself. On a narrow screen the line scrolls, it never wraps. */
export function Crumbs({ items }: { items: { text: string; to?: string }[] }) {
  return (
    <nav aria-label="Ruta de navegación" className={classes.crumbs}>
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
