import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link, useGo, useQuery } from '../lib/way'
import classes from './pager.module.css'

export const PAGE_PARAM = 'pagina'

export function usePage(): number {
  const value = useQuery().get(PAGE_PARAM) ?? ''
  return /^[1-9]\d{0,3}$/.test(value) ? Number(value) : 1
}

const SHOWN = 5

/** The current page ±2, moved inwards at the ends. */
export function pageWindow(page: number, last: number): number[] {
  const first = Math.max(1, Math.min(page - 2, last - SHOWN + 1))
  return Array.from({ length: Math.min(SHOWN, last) }, (_, index) => first + index)
}

type PagerProps = {
  /** The page that is shown: while another one loads, still the old one. */
  page: number
  last: number
  label: string
  /** The list's address, when an item of it is open. */
  path?: string
  /** A query parameter that other pages must not keep. */
  without?: string
  /** The id of the list's start, when it is not the top of the screen. */
  anchor?: string
}

/** Pagination by links; hidden for a single page. A page beyond the last leads to the last. */
export function Pager({ page, last, label, path = '', without, anchor }: PagerProps) {
  const query = useQuery()
  const go = useGo()
  const to = (number: number) => {
    const next = new URLSearchParams(query)
    if (without) next.delete(without)
    next.set(PAGE_PARAM, String(number))
    return `${path}?${next}${anchor ? `#${anchor}` : ''}`
  }
  const beyond = page > last ? to(last) : undefined
  useEffect(() => {
    if (beyond) go(beyond, { replace: true })
  }, [beyond, go])
  if (beyond || last <= 1) return null
  return (
    <nav aria-label={label} className={classes.pager}>
      {page > 1 && (
        <Link to={to(page - 1)} rel="prev" className={classes.number} aria-label="Página anterior">
          <IconChevronLeft size={20} aria-hidden />
        </Link>
      )}
      {pageWindow(page, last).map((number) => (
        <Link
          key={number}
          to={to(number)}
          className={classes.number}
          aria-label={`Página ${number}`}
          aria-current={number === page ? 'page' : undefined}
        >
          {number}
        </Link>
      ))}
      {page < last && (
        <Link to={to(page + 1)} rel="next" className={classes.number} aria-label="Página siguiente">
          <IconChevronRight size={20} aria-hidden />
        </Link>
      )}
    </nav>
  )
}
