import type { OwnRank } from '@campus/contract/awards'
export const TEXTS = {
  title: 'Todos los meses premiamos a los primeros puestos',
  documentTitle: 'Premios y ranking del mes',
  closedTitle: (month: string) => `Ranking de ${month}`,
  description: (brand: string) =>
    `Los premios del mes y el ranking de los mejores alumnos de ${brand}: cómo se ganan puntos y quién va primero.`,
  ranking: 'Ranking de los mejores alumnos',
  prizes: 'Premios del mes',
  noPrizes: 'Los premios de este mes se anunciarán pronto.',
  endsIn: 'Cierra en',
  ended: 'La premiación ha finalizado',
  endRule: 'Se cierra el último día del mes a las 23:59:59, hora de Lima.',
  closedRule: (month: string) => `La tabla de ${month} quedó guardada tal como terminó.`,
  start: 'Empieza a sumar puntos',
  months: 'Meses del ranking',
  thisMonth: 'Este mes',
  emptyTitle: 'El ranking de este mes está por empezar',
  emptyText: 'Sé la primera persona en sumar puntos: registra tu asistencia en una lección o aprueba un examen.',
  top: 'Se muestran los 100 primeros puestos.',
  pages: 'Páginas del ranking',
  loadError: 'No se pudo cargar el ranking.',
  noMonth: 'Ese mes no tiene ranking',
  noMonthText: 'El enlace puede estar mal escrito, o ese mes nadie sumó puntos.',
  seeNow: 'Ver el ranking de este mes',
  rules: 'Cómo se ganan los puntos',
  mine: 'Mi puesto',
  you: 'Tú',
  near: 'Cerca de ti',
  noPoints: 'Todavía no tienes puntos este mes',
  noPointsThen: 'No sumaste puntos ese mes',
  noPointsText: 'Gana tus primeros 10 puntos: registra tu asistencia en una lección.',
  first: '¡Vas en primer lugar!',
  gap: (points: number, place: number) =>
    points === 0
      ? `A un punto de pasar al puesto ${place}`
      : `A ${points} ${points === 1 ? 'punto' : 'puntos'} del puesto ${place}`,
  points: 'Mis puntos',
  pointsEmpty: 'Aquí verás de dónde viene cada punto.',
  pointsError: 'No se pudieron cargar tus puntos.',
  mineError: 'No se pudo cargar tu puesto.',
  more: 'Ver más',
  initials: 'Aparecer con mis iniciales',
  initialsText: 'En los rankings se verá así:',
  initialsError: 'No se pudo guardar tu preferencia. Inténtalo de nuevo.',
  notes: [
    'Cada logro cuenta una sola vez.',
    'En un empate va primero quien llegó antes a ese puntaje.',
    'Los meses empiezan y terminan a medianoche, hora de Lima.',
    'Quien no ha iniciado sesión ve solo la inicial de tu apellido; si prefieres, puedes aparecer con tus iniciales.',
  ],
} as const

/** The distance to the next place up, in words. */
export function distance({ puesto, puntos, vecinos }: OwnRank): string {
  const next = vecinos.findLast((row) => puesto !== null && row.puesto < puesto)
  return next ? TEXTS.gap(next.puntos - puntos, next.puesto) : TEXTS.first
}
