export const TEXTS = {
  error: 'No pudimos cargar tu inicio.',
  emptyTitle: 'Tu primer curso te está esperando',
  emptyText: 'Elige uno del catálogo o escríbenos y te ayudamos.',
  allDoneTitle: '¡Terminaste todo lo que tenías pendiente!',
  allDoneText: 'Repasa lo que quieras o elige tu próximo curso.',
  noSession: 'No hay clases en vivo programadas por ahora.',
} as const
