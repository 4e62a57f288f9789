import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Empty when the file is missing or vanishes. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Ignores processes that have ended. @throws for pids 0 and 1, which would signal the whole run or init */
export function signal(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined || !(pid > 1)) throw new Error(`no process to tell ${name}: ${pid}`)
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Live children. */
export function childrenOf(pid: number | undefined): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child = 0]) => child)
}

export const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid)]

/** 0 when it does not run. */
export const postmasterOf = (dataDir: string): number =>
  Number(read(join(dataDir, 'postgres/cluster/postmaster.pid')).split('\n')[0])

/** CPU milliseconds (Linux), independent of other load. */
export function processorOf(pid: number): number {
  const [, rest = ''] = read(`/proc/${pid}/stat`).split(') ')
  const fields = rest.split(' ').map(Number)
  return ((fields[11] ?? 0) + (fields[12] ?? 0)) * 10
}

/** Resident megabytes (Linux). */
export const megabytesOf = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1]) / 1024)
