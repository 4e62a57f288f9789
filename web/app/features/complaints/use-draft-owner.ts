import { GUEST } from '../../lib/guest-drafts'
import { useSession } from '../../lib/session'

/**
 * Whose drafts to read: a student's by id, a guest's apart, so that no one sees another person's text; undefined until
 * known.
 */
export function useDraftOwner(): string | undefined {
  const session = useSession()
  if (session === undefined) return undefined
  return session ? String(session.user.id) : GUEST
}
