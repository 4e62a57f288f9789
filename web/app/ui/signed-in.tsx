import type { ElementType, ReactNode } from 'react'
import { useSession } from '../lib/session'

type SessionProps = { as?: ElementType; className?: string; children: ReactNode }

// The server renders both for everyone; until hydration lib/marks.css hides the wrong one, so that nothing jumps.
function ForSession({ who, as: Tag = 'div', className, children }: SessionProps & { who: 'signed' | 'guest' }) {
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

export const SignedIn = (props: SessionProps) => <ForSession {...props} who="signed" />

export const Guest = (props: SessionProps) => <ForSession {...props} who="guest" />
