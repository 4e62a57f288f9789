import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const TICK_US = 10_000

function statOf(pid: number): { parent: number; used: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), used: (Number(fields[11]) + Number(fields[12])) * TICK_US }
  } catch {
    return undefined
  }
}

/** Microseconds of processor time of this process, of another and of their descendants; 0 without /proc. */
export function cpuWith(other: number): number {
  const pids = process.platform === 'linux' ? readdirSync('/proc').map(Number).filter(Number.isInteger) : []
  const stats = new Map(pids.flatMap((pid) => [[pid, statOf(pid)] as const]))
  const counts = (pid: number | undefined): boolean =>
    pid === process.pid || pid === other || (pid !== undefined && pid > 1 && counts(stats.get(pid)?.parent))
  return pids.filter(counts).reduce((sum, pid) => sum + (stats.get(pid)?.used ?? 0), 0)
}
