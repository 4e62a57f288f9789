import { formatNumber } from '../../lib/format'

const COUNTED = 10_000

/** Of rows that the server counts up to a limit. */
export const formatCounted = (n: number) => (n >= COUNTED ? `más de ${formatNumber(COUNTED)}` : formatNumber(n))
