// Runs the server as a child: forwards output, exit code and signals, and restarts it after a crash.
import { spawn } from 'node:child_process'
import { MALLOC } from './memory.mjs'
import { ROOT } from './prepare.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Ctrl-C arrives from the terminal and from npm; a second signal would cut the shutdown short. */
const SAME_SIGNAL_MS = 500

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000
/** The same backoff as for workers (server/src/start/workers.ts). */
const waitAfter = (deaths) => (deaths === 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (deaths - 1)))

const endAs = (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1))

/** Restarts a server that has served and then crashed; with a backoff while it does not serve again. */
export function runInPlace(node, args) {
  let child
  let wished = false
  let waiting
  let served = false
  let last = 0
  const forward = (signal) => {
    if (Date.now() - last < SAME_SIGNAL_MS) return
    last = Date.now()
    wished = true
    if (waiting) process.exit(0)
    child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, () => forward(signal))

  const live = (deaths) => {
    let ready = false
    waiting = undefined
    child = runOnce(node, args)
    child.on('message', (word) => {
      if (word !== 'listo') return
      served = true
      ready = true
    })
    child.on('exit', (code, signal) => {
      if (wished || code === 0 || !served) endAs(code, signal)
      const unready = ready ? 0 : deaths
      const wait = waitAfter(unready)
      console.error(`Campus terminó sin que nadie lo pidiera (${signal ?? code}); se inicia otra vez en ${wait} ms.`)
      waiting = setTimeout(live, wait, unready + 1)
    })
  }
  live(0)
}

function runOnce(node, args) {
  const child = spawn(node, args, {
    cwd: ROOT,
    // The server shuts down when this channel closes, even if this process is killed.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? `${ROOT}/node_modules/.cache/node`,
      ...Object.fromEntries(Object.entries(MALLOC).map(([name, value]) => [name, process.env[name] ?? value])),
    },
  })
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  return child
}
