import { useSession } from '../../platform/session'

/**
 * Whose papers of the complaints book a device keeps: a student's by their id, a visitor's apart, so that nobody meets what
 * another person typed; undefined until it can be known.
 */
export function useVisitor(): string | undefined {
  const session = useSession()
  if (session === undefined) return undefined
  return session ? String(session.user.id) : 'visita'
}
