export const TEXTS = {
  title: 'Soporte',
  lead: 'Cuéntanos qué pasó. Te respondemos aquí o a tu correo.',
  leadHere: 'Cuéntanos qué pasó. Te respondemos aquí.',
  field: '¿En qué te ayudamos?',
  placeholder: 'Describe tu consulta: qué intentabas hacer, en qué curso y qué viste en la pantalla.',
  failed: 'Hubo un error al enviar el mensaje.',
  offline: 'No se pudo conectar con el servidor.',
  historyError: 'No se pudieron cargar tus tickets.',
  noTickets: 'Aún no has escrito a soporte. Cuando lo hagas, verás aquí tus tickets y nuestras respuestas.',
} as const
