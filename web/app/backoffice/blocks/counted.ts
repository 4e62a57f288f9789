import { formatNumber } from '../../lib/format'

const COUNTED = 10_000
const WAITING = 1000

/** Of rows that the server counts up to a limit. */
export const formatCounted = (n: number, most = COUNTED) =>
  n >= most ? `más de ${formatNumber(most)}` : formatNumber(n)

/** Of the work that waits. */
export const formatWaiting = (n: number) => formatCounted(n, WAITING)
