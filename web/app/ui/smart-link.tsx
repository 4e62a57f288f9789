import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ownPath } from '../platform/redirect'

/** Whether an address that a brand wrote is one of our own screens. */
export const isOurs = (to: string): boolean => ownPath(to) !== null

type SmartLinkProps = {
  to: string
  className?: string
  label?: string
  tabIndex?: number
  /** Our own screens in a new tab as well. */
  newTab?: boolean
  children: ReactNode
}

/** A brand's link: our own screens without a reload, others in a new tab that cannot reach back. */
export function SmartLink({ to, className, label, tabIndex, newTab = false, children }: SmartLinkProps) {
  const shared = { className, tabIndex, 'aria-label': label }
  if (isOurs(to) && !newTab) {
    return (
      <Link to={to} {...shared}>
        {children}
      </Link>
    )
  }
  // Anything else than the web's own addresses (a script's, for one) is shown but leads nowhere.
  if (!isOurs(to) && !/^https?:\/\//i.test(to)) return <span className={className}>{children}</span>
  return (
    <a href={to} target="_blank" rel="noopener noreferrer" {...shared}>
      {children}
    </a>
  )
}
