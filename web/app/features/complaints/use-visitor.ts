import { useSession } from '../../platform/session'
import { VISITOR } from '../../platform/visitor-papers'

/**
 * Whose papers of the complaints book a device keeps: a student's by their id, a visitor's apart, so that nobody meets what
 * another person typed (at login a visitor takes them along); undefined until it can be known.
 */
export function useVisitor(): string | undefined {
  const session = useSession()
  if (session === undefined) return undefined
  return session ? String(session.user.id) : VISITOR
}
