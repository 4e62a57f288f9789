import { spawnSync } from 'node:child_process'
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

const allStats = () =>
  readdirSync('/proc')
    .map(Number)
    .filter(Number.isInteger)
    .map((pid) => ({ pid, ...statOf(pid) }))

/** The processes that one started and that live. */
export const childrenOf = (pid: number): number[] => allStats().flatMap((one) => (one.parent === pid ? [one.pid] : []))

let held: boolean | undefined

/** Whether processes can be held to processors here: `taskset` (util-linux) does it. */
export function canHold(): boolean {
  held ??= spawnSync('taskset', ['-c', '-p', String(process.pid)], { stdio: 'ignore' }).status === 0
  return held
}

/** Holds a process, all its threads, to some processors, `0` or `0-3`, from now on. @throws Error for one that has ended */
export function holdTo(pid: number, processors: string): void {
  const { status } = spawnSync('taskset', ['-a', '-c', '-p', processors, String(pid)], { stdio: 'ignore' })
  if (status !== 0) throw new Error(`process ${pid} could not be held to processor ${processors}`)
}

/** Those of a process and of all that it started and that live. */
export function cpuOfTree(root: number): number {
  const all = allStats()
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
