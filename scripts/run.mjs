// Runs the server in place of a script: its output, its exit code, and the signals that are meant for it. A server that had
// begun to serve and dies by itself is started again.
import { spawn } from 'node:child_process'
import { MALLOC } from './memory.mjs'
import { ROOT } from './prepare.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Ctrl-C reaches us from the terminal and again from npm; a second one to the server would cut its closing short. */
const SAME_SIGNAL_MS = 500

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000
/** As for one of several processes (server/src/platform/workers.ts). */
const waitAfter = (deaths) => (deaths === 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (deaths - 1)))

const endAs = (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1))

/**
 * Runs Node with `args` until it ends, and ends as it did. One that said that it serves (main.ts) and then dies of anything
 * but a wish, `kill -9` or an error that nobody foresaw, is replaced: at once, and ever later while they do not come to serve.
 */
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
      // Who came to serve is replaced at once, however soon it died: a start takes longer than the first waits.
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
    // The server stops in good order when this channel closes, even when we are killed.
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
