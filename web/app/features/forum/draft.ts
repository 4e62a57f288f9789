/** Whom an answer is for; null is the forum itself. */
export type Answered = { id: number; nombre: string } | null

/** An answer that is being written. */
export type ReplyDraft = { a: Answered; html: string }

/** Whether formatted text says nothing: no words and no picture. */
export const isBlank = (html: string): boolean =>
  html
    .replace(/<(?!img\b)[^>]*>/gi, '')
    .replace(/&nbsp;/g, ' ')
    .trim() === ''

/** An answer out of its kept draft; null when there is none or it is not what we wrote. */
export function parseReply(kept: string): ReplyDraft | null {
  try {
    const found: unknown = JSON.parse(kept)
    if (typeof found !== 'object' || found === null) return null
    const { a, html } = found as Record<string, unknown>
    if (typeof html !== 'string') return null
    const { id, nombre } = (a ?? {}) as Record<string, unknown>
    return { a: typeof id === 'number' && typeof nombre === 'string' ? { id, nombre } : null, html }
  } catch {
    return null
  }
}

/** An answer as its draft is kept: nothing when nothing is written. */
export const keptReply = (reply: ReplyDraft): string => (reply.html === '' ? '' : JSON.stringify(reply))
