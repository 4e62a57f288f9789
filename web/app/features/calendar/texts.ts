export const TEXTS = {
  title: 'Calendario',
  error: 'No se pudo cargar tu calendario.',
  emptyTitle: 'No tienes actividades próximas',
  emptyText: 'Cuando tus cursos programen clases en vivo o exámenes, los verás aquí.',
  emptyToday: 'Hoy no tienes actividades.',
  emptyDay: 'No tienes actividades este día.',
  subscribe: 'Pasar a mi calendario',
  subscribeTitle: 'Pasar mis clases a mi calendario',
  subscribeText:
    'Con este enlace, tus clases y exámenes salen en el calendario de tu celular. No lo compartas: quien lo tenga los ve.',
  feedError: 'No se pudo cargar tu enlace.',
  renewAsk: 'El enlace anterior dejará de funcionar en todos los calendarios donde lo usaste. ¿Lo cambiamos?',
  renewed: 'Tu enlace es nuevo. Úsalo otra vez en tu calendario.',
  google: 'Agregar a Google Calendar',
  upcoming: 'Próximas',
  cancelled: 'Clase cancelada',
  downloadError: 'No se pudo descargar la clase.',
} as const
