/** Apart from the schemas, for pages that load no Zod. */

/** Before a class there is nothing to attend; who comes early may register. */
export const EARLY_MINUTES = 15

type Class = { inicio: string; cancelada: boolean }

/** When the attendance of a lesson with these classes opens: a little before the first of them; null for at any time. */
export function attendanceOpens(classes: readonly Class[]): number | null {
  const starts = classes.flatMap(({ inicio, cancelada }) => (cancelada ? [] : [Date.parse(inicio)]))
  return starts.length === 0 ? null : Math.min(...starts) - EARLY_MINUTES * 60_000
}
