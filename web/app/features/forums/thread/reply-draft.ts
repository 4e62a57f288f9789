/** The post that an answer is for; null is the forum itself. */
export type Recipient = { id: number; nombre: string } | null

export type ReplyDraft = { a: Recipient; html: string }

/** The answer of a stored draft; null when its content is not ours. */
export function parseReply(stored: string): ReplyDraft | null {
  try {
    const parsed: unknown = JSON.parse(stored)
    if (typeof parsed !== 'object' || parsed === null) return null
    const { a, html } = parsed as Record<string, unknown>
    if (typeof html !== 'string') return null
    const { id, nombre } = (a ?? {}) as Record<string, unknown>
    return { a: typeof id === 'number' && typeof nombre === 'string' ? { id, nombre } : null, html }
  } catch {
    return null
  }
}

/** The text to store; empty without an answer. */
export const serializeReply = (reply: ReplyDraft): string => (reply.html === '' ? '' : JSON.stringify(reply))
