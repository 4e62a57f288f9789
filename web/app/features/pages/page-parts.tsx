import type { PageTitle } from '@campus/contract/pages'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatDate } from '../../lib/format'
import type { Heading } from './outline'
import classes from './pages.module.css'
import { TEXTS } from './texts'

/** With fewer headings a page needs no table of contents. */
const FEWEST = 3

/** The brand's last change; nothing while the text is the product's default. */
export const lastChange = (instant: string | null) =>
  instant && (
    <span>
      Última actualización: <time dateTime={instant}>{formatDate(instant)}</time>
    </span>
  )

function Headings({ outline }: { outline: Heading[] }) {
  return (
    <ol>
      {outline.map(({ id, text, level }) => (
        <li key={id} data-level={level}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ol>
  )
}

/** Beside the text on wide screens, folded above it on narrow ones. */
export function Contents({ outline }: { outline: Heading[] }) {
  if (outline.length < FEWEST) return null
  return (
    <>
      <nav className={classes.folded} aria-label={TEXTS.contents}>
        <details>
          <summary>{TEXTS.contents}</summary>
          <Headings outline={outline} />
        </details>
      </nav>
      <div className={classes.margin}>
        <nav className={classes.beside} aria-label={TEXTS.contents}>
          <p>{TEXTS.contents}</p>
          <Headings outline={outline} />
        </nav>
      </div>
    </>
  )
}

export function Others({ pages }: { pages: PageTitle[] }) {
  const links = [
    ...pages.map(({ clave, titulo }) => ({ to: `/${clave}`, text: titulo })),
    { to: '/libro-de-reclamaciones', text: 'Libro de Reclamaciones' },
  ]
  return (
    <nav className={classes.others} aria-label={TEXTS.more}>
      <h2>{TEXTS.more}</h2>
      <ul>
        {links.map(({ to, text }) => (
          <li key={to}>
            <Link to={to} prefetch="intent">
              <span>{text}</span>
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
