/** What only the browser says of notifications. */
export const T = {
  title: 'Notificaciones',
  error: 'No se pudieron cargar las notificaciones.',
  emptyTitle: 'Aún no tienes notificaciones',
  emptyText: 'Te avisaremos aquí de tus matrículas, clases en vivo, respuestas y certificados.',
  noUnreadTitle: 'Estás al día',
  upToDate: 'Sin avisos por leer',
  noUnreadText: 'No tienes notificaciones sin leer.',
  markAll: 'Marcar todas como leídas',
  markedAll: 'Marcaste todas las notificaciones como leídas.',
  preferences: 'Preferencias de notificaciones',
  preferencesLead: 'Elige de qué quieres enterarte y por dónde. Cada cambio se guarda al momento.',
  preferencesError: 'No se pudieron cargar tus preferencias.',
  saved: 'Preferencia guardada.',
  notSaved: 'No se pudo guardar la preferencia. La dejamos como estaba.',
  live: 'Nueva notificación',
} as const
