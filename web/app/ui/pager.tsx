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
