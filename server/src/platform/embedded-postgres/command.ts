import { type ChildProcess, spawn } from 'node:child_process'
import type { Owner } from './binaries.ts'

/** Runs one of PostgreSQL's programs as `owner`, with nothing of our environment; answers its exit code and all that it wrote. */
export function run(command: string, args: string[], owner: Owner): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(command, args, {
      ...owner,
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout?.on('data', (part) => (output += part))
    child.stderr?.on('data', (part) => (output += part))
    child.on('error', reject)
    // `exit`, not `close`: the daemon that pg_ctl leaves behind inherits nothing we wait for.
    child.on('exit', (code) => resolve({ code: code ?? 1, output }))
  })
}
