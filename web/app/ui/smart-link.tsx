import type { ReactNode } from 'react'
import { ownPath } from '../lib/redirect'
import { Link } from '../lib/way'

export const isOurs = (to: string): boolean => ownPath(to) !== null

type SmartLinkProps = {
  to: string
  className?: string
  label?: string
  /** Our own screens too. */
  newTab?: boolean
  children: ReactNode
}

/** A brand's link: our own screens without a reload, others in a new tab. */
export function SmartLink({ to, className, label, newTab = false, children }: SmartLinkProps) {
  const shared = { className, 'aria-label': label }
  const ours = isOurs(to)
  if (ours && !newTab) {
    return (
      <Link to={to} {...shared}>
        {children}
      </Link>
    )
  }
  // Other schemes, such as `javascript:`, are shown as text.
  if (!ours && !/^https?:\/\//i.test(to)) return <span className={className}>{children}</span>
  return (
    <a href={to} target="_blank" rel="noopener noreferrer" {...shared}>
      {children}
    </a>
  )
}
