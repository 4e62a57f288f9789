import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a file says at this moment; nothing when it is not there, or goes away while it is looked at. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Sends a signal to a process; one that has ended by itself meanwhile is as good.
 * @throws when it is nobody's number: to 0 it would go to all processes of the run, and to 1 to the machine's first
 */
export function signal(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined || !(pid > 1)) throw new Error(`no process to tell ${name}: ${pid}`)
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** The processes that a process has started and that live. */
export function childrenOf(pid: number | undefined): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child = 0]) => child)
}

/** A process and those that it has started. */
export const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid)]

/** The process of the PostgreSQL under a data folder, 0 while there is none. */
export const postmasterOf = (dataDir: string): number =>
  Number(read(join(dataDir, 'postgres/cluster/postmaster.pid')).split('\n')[0])

/** Milliseconds of a processor that a process has used (Linux): what a start costs however busy the machine is. */
export function processorOf(pid: number): number {
  const [, rest = ''] = read(`/proc/${pid}/stat`).split(') ')
  const fields = rest.split(' ').map(Number)
  return ((fields[11] ?? 0) + (fields[12] ?? 0)) * 10
}

/** Megabytes that a process holds (Linux). */
export const megabytesOf = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1]) / 1024)
