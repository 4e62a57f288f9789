import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import classes from './pager.module.css'

/** The query parameter of a screen's page. */
export const PAGE_PARAM = 'pagina'

/** The page that the address asks for; anything else is the first. */
export function usePage(): number {
  const [params] = useSearchParams()
  const asked = params.get(PAGE_PARAM) ?? ''
  return /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1
}

type Side = { to: number; last: number; label: string }

function Step({ to, last, label }: Side) {
  const [params] = useSearchParams()
  const next = new URLSearchParams(params)
  next.set(PAGE_PARAM, String(to))
  const back = label === 'Anterior'
  const inside = (
    <>
      {back && <IconChevronLeft size={20} aria-hidden />}
      {label}
      {!back && <IconChevronRight size={20} aria-hidden />}
    </>
  )
  if (to < 1 || to > last) return <span className={classes.off}>{inside}</span>
  return (
    <Link to={`?${next}`} rel={back ? 'prev' : 'next'} className={classes.step}>
      {inside}
    </Link>
  )
}

/** Back and forth between the pages of a list, in the address; nothing when there is only one. */
export function Pager({ page, last, label }: { page: number; last: number; label: string }) {
  if (last <= 1) return null
  return (
    <nav aria-label={label} className={classes.pager}>
      <Step to={page - 1} last={last} label="Anterior" />
      <span>
        Página {page} de {last}
      </span>
      <Step to={page + 1} last={last} label="Siguiente" />
    </nav>
  )
}

/** Page buttons shown at most: the current one and two on either side (storefront.md section 9). */
const SHOWN = 5

/** The pages whose buttons are shown: the current ±2, moved inwards at the ends. */
export function pageWindow(page: number, last: number): number[] {
  const first = Math.max(1, Math.min(page - 2, last - SHOWN + 1))
  return Array.from({ length: Math.min(SHOWN, last) }, (_, index) => first + index)
}

type NumberedPagerProps = {
  page: number
  last: number
  label: string
  /** A parameter of the address that another page has no use for. */
  without?: string
  /** The id of where the list begins, when that is not the top of the screen. */
  anchor?: string
}

/** The pages of a list as buttons, in the address; nothing when there is only one. */
export function NumberedPager({ page, last, label, without, anchor }: NumberedPagerProps) {
  const [params] = useSearchParams()
  if (last <= 1) return null
  const to = (number: number) => {
    const next = new URLSearchParams(params)
    if (without) next.delete(without)
    next.set(PAGE_PARAM, String(number))
    return { search: `?${next}`, hash: anchor ? `#${anchor}` : '' }
  }
  return (
    <nav aria-label={label} className={classes.numbered}>
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
