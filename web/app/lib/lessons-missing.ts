import type { DetailedCourse } from '@campus/contract/learning'

/** A final exam is early while more than a fifth of the lessons are missing. */
const EARLY_SHARE = 0.2

/** Lessons that are missing before the final exam; 0 when it is not early. */
export function lessonsMissing({ progreso }: Pick<DetailedCourse, 'progreso'>): number {
  if (!progreso) return 0
  const missing = progreso.lecciones - progreso.completadas
  return missing > progreso.lecciones * EARLY_SHARE ? missing : 0
}
