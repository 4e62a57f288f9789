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
