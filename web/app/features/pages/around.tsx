import type { PageTitle } from '@campus/contract/pages'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatDate } from '../../platform/format'
import type { Heading } from './outline'
import classes from './pages.module.css'
import { T } from './texts'

/** Below so many headings a page is its own table of contents. */
const FEWEST = 3

/** When the brand last changed its text; nothing while it is the product's own. */
export const lastChange = (instant: string | null) =>
  instant && (
    <>
      Última actualización: <time dateTime={instant}>{formatDate(instant)}</time>
    </>
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

/** The page's headings: beside the text where there is room, folded above it where there is none. */
export function Contents({ outline }: { outline: Heading[] }) {
  if (outline.length < FEWEST) return null
  return (
    <>
      <nav className={classes.folded} aria-label={T.contents}>
        <details>
          <summary>{T.contents}</summary>
          <Headings outline={outline} />
        </details>
      </nav>
      <div className={classes.margin}>
        <nav className={classes.beside} aria-label={T.contents}>
          <p>{T.contents}</p>
          <Headings outline={outline} />
        </nav>
      </div>
    </>
  )
}

/** The brand's other written pages, and its complaints book. */
export function Others({ pages }: { pages: PageTitle[] }) {
  const links = [
    ...pages.map(({ clave, titulo }) => ({ to: `/${clave}`, text: titulo })),
    { to: '/libro-de-reclamaciones', text: 'Libro de Reclamaciones' },
  ]
  return (
    <nav className={classes.others} aria-label={T.more}>
      <h2>{T.more}</h2>
      <ul>
        {links.map(({ to, text }) => (
          <li key={to}>
            <Link to={to} prefetch="intent">
              {text}
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
