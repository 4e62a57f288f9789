import type { DetailedCourse } from '@campus/contract/learning'

const EARLY_SHARE = 0.2

/** Lessons missing before the final exam; 0 when it would not be early. */
export function lessonsMissing({ progreso }: Pick<DetailedCourse, 'progreso'>): number {
  if (!progreso) return 0
  const missing = progreso.lecciones - progreso.completadas
  return missing > progreso.lecciones * EARLY_SHARE ? missing : 0
}
