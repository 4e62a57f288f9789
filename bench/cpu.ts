import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Of a process: microseconds of processor that it has had (Linux tells hundredths of a second), and its parent. */
function statOf(pid: number): { used: number; parent: number } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { used: (Number(fields[11]) + Number(fields[12])) * 10_000, parent: Number(fields[1]) }
  } catch {
    return { used: 0, parent: 0 }
  }
}

/** Microseconds of processor that a process has had; 0 where there is no /proc. */
export const cpuOf = (pid: number): number => statOf(pid).used

/** Those of a PostgreSQL under a data folder, all of its processes together. */
export function cpuOfPostgres(dataDir: string): number {
  const [line = '0'] = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')
  const postmaster = Number(line)
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.reduce((sum, pid) => {
    const { used, parent } = statOf(pid)
    return pid === postmaster || parent === postmaster ? sum + used : sum
  }, 0)
}
