import type { ElementType, ReactNode } from 'react'
import { useSession } from '../platform/session'

type OnlyProps = { who: 'signed' | 'visitor'; as?: ElementType; className?: string; children: ReactNode }

/**
 * What only somebody logged in, or only a visitor, sees. The server cannot know and renders both; base.css shows the
 * right one from the first paint on, so that nothing jumps.
 */
export function Only({ who, as: Tag = 'div', className, children }: OnlyProps) {
  const session = useSession()
  if (session === undefined)
    return (
      <Tag className={className} data-only={who}>
        {children}
      </Tag>
    )
  if ((session !== null) !== (who === 'signed')) return null
  return <Tag className={className}>{children}</Tag>
}
