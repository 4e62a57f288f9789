/** The server stops counting unread posts here. */
const MAX_UNREAD = 100

export const unreadText = (unread: number): string =>
  unread < MAX_UNREAD ? `${unread} sin leer` : 'Más de 99 sin leer'
