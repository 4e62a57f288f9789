/** Ids of the parts of a lesson, for the links at its head; the comments' is in features/comments/deep-link.ts. */
export const PARTS = { text: 'texto', materials: 'materiales', sessions: 'sesiones', comments: 'comentarios' } as const
