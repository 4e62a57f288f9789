import { count } from './format'

export const pointsText = (points: number): string => `+${count(points, 'punto', 'puntos')}`

/** A confirmation with the points that it won; none are not mentioned. */
export const withPoints = (text: string, points: number): string =>
  points > 0 ? `${text} · ${pointsText(points)}` : text
