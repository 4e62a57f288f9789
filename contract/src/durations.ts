import { onDemand } from './on-demand.ts'

const number = onDemand(() => new Intl.NumberFormat('es-PE', { maximumFractionDigits: 2 }))

/** Declared by the academy; practice included (docs/product/learning.md 3.7). */
export const academicHours = (hours: number): string =>
  `${number().format(hours)} ${hours === 1 ? 'hora académica' : 'horas académicas'}`

export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : ''].filter(Boolean).join(' ')
}

/** `41 s`, `2 min 5 s`, `1 h 3 min`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const rest = seconds % 60
  return rest === 0 || seconds >= 3600
    ? formatMinutes(Math.floor(seconds / 60))
    : `${formatMinutes(Math.floor(seconds / 60))} ${rest} s`
}

export const totalMinutes = (lessons: { duracion: number }[]): number =>
  lessons.reduce((sum, lesson) => sum + lesson.duracion, 0)

export const studyTime = (minutes: number): string => `${formatMinutes(minutes)} de video y lectura`

/** Two separate facts: the declared hours and the lessons' minutes. */
export const workload = ({ horas, minutos }: { horas: number; minutos: number }): string[] => [
  ...(horas > 0 ? [academicHours(horas)] : []),
  ...(minutos > 0 ? [studyTime(minutos)] : []),
]
