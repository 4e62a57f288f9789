/** What a message to the academy is about, in the words of who writes. */
export const SUPPORT_TOPICS = {
  curso: 'Un curso o una clase',
  evaluacion: 'Un examen o un certificado',
  pago: 'Un pago o una devolución',
  cuenta: 'Mi cuenta',
  otro: 'Otra cosa',
} as const
export type SupportTopic = keyof typeof SUPPORT_TOPICS
