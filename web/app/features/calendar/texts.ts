export const TEXTS = {
  title: 'Calendario',
  error: 'No se pudo cargar tu calendario.',
  emptyTitle: 'No tienes actividades próximas',
  emptyText: 'Cuando tus cursos programen clases en vivo o exámenes, los verás aquí.',
  emptyToday: 'Hoy no tienes actividades.',
  emptyDay: 'No tienes actividades este día.',
  subscribe: 'Suscribirme',
  subscribeTitle: 'Suscribirme a mi calendario',
  subscribeText:
    'Con esta dirección privada tu calendario se mantiene al día solo: clases en vivo, exámenes y vencimientos. No la compartas: quien la tenga puede ver tus actividades.',
  feedError: 'No se pudo cargar tu dirección privada.',
  renewAsk: 'La dirección anterior dejará de funcionar en todos los calendarios donde la usaste. ¿La renovamos?',
  renewed: 'Tu dirección privada es nueva. Vuelve a suscribirte con ella.',
  google: 'Agregar a Google Calendar',
  upcoming: 'Próximas',
  cancelled: 'Clase cancelada',
  downloadError: 'No se pudo descargar la sesión.',
} as const
