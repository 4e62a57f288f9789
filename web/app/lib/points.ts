import { count } from './format'

export const pointsText = (points: number): string => `+${count(points, 'punto', 'puntos')}`

export const withPoints = (text: string, points: number): string =>
  points > 0 ? `${text} · ${pointsText(points)}` : text
