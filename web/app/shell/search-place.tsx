import { IconSearch } from '@tabler/icons-react'
import classes from './header.module.css'

/** As the search box looks, so that nothing moves when it arrives. */
export function SearchPlace({ typed = '' }: { typed?: string }) {
  return (
    <span className={classes.searchPlace} aria-hidden>
      <IconSearch size={20} stroke={1.7} />
      <span data-typed={typed || undefined}>{typed || 'Busca cursos, lecciones, foros…'}</span>
    </span>
  )
}
