// Runs the server in place of a script: its output, its exit code, and the signals that are meant for it.
import { spawn } from 'node:child_process'
import { ROOT } from './prepare.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Ctrl-C reaches us from the terminal and again from npm; a second one to the server would cut its closing short. */
const SAME_SIGNAL_MS = 500

/** Runs Node with `args` until it ends, and ends as it did. */
export function runInPlace(node, args) {
  const child = spawn(node, args, {
    cwd: ROOT,
    // The server stops in good order when this channel closes, even when we are killed.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? `${ROOT}/node_modules/.cache/node`,
      // Pictures and passwords are worked on by several threads; each would keep a room of its own for ever.
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
    },
  })
  let last = 0
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (Date.now() - last < SAME_SIGNAL_MS) return
      last = Date.now()
      child.kill(signal)
    })
  }
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}
