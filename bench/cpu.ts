import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Linux tells processor time in hundredths of a second. */
const TICK = 10_000

/** Microseconds of processor of a process, of its children that ended, and its parent. */
function statOf(pid: number | 'self'): { used: number; ended: number; parent: number } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const at = (n: number) => fields[n] ?? 0
    return { used: (at(11) + at(12)) * TICK, ended: (at(13) + at(14)) * TICK, parent: at(1) }
  } catch {
    return { used: 0, ended: 0, parent: 0 }
  }
}

/** Microseconds of processor that a process has had; 0 where there is no /proc. */
export const cpuOf = (pid: number): number => statOf(pid).used

/** Those of the processes that this one started and that have ended, the loads. */
export const cpuOfEnded = (): number => statOf('self').ended

/** Those of a process and of all that it started and that live. */
export function cpuOfTree(root: number): number {
  const all = readdirSync('/proc')
    .map(Number)
    .filter(Number.isInteger)
    .map((pid) => ({ pid, ...statOf(pid) }))
  const of = (pid: number): number =>
    all.filter(({ parent }) => parent === pid).reduce((sum, child) => sum + of(child.pid), cpuOf(pid))
  return of(root)
}

/** Those of a PostgreSQL under a data folder, all of its processes together. */
export function cpuOfPostgres(dataDir: string): number {
  const [line = '0'] = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')
  return cpuOfTree(Number(line))
}

/** Those of everything on this machine, and those that it did not use. */
export function cpuOfMachine(): { busy: number; idle: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, stolen = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return { busy: (user + nice + system + irq + soft + stolen) * TICK, idle: (idle + wait) * TICK }
}
