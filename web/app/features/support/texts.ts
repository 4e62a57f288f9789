export const TEXTS = {
  title: 'Soporte',
  lead: 'Te respondemos aquí o a tu correo.',
  leadHere: 'Te respondemos aquí.',
  topic: 'Tema',
  chooseTopic: 'Elige un tema',
  field: '¿En qué te ayudamos?',
  placeholder: 'Qué intentabas hacer, en qué curso y qué viste en la pantalla.',
  failed: 'Hubo un error al enviar el mensaje.',
  offline: 'No se pudo conectar con el servidor.',
  historyError: 'No se pudieron cargar tus consultas.',
  noTickets: 'Cuando nos escribas, verás aquí tus consultas y nuestras respuestas.',
} as const
