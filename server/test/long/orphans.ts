import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { pidOf, tell } from './crashes.ts'
import { aFolder, childrenOf, freePort, startProgram } from './program.ts'

/** kill -9 of the program, again and again: each start finds the PostgreSQL that was left and goes on with it. */
export async function orphans(cycles: number): Promise<void> {
  const dataDir = aFolder()
  chmodSync(dataDir, 0o755)
  const port = await freePort()
  const start = async () => {
    const program = startProgram({ port, env: { DATA_DIR: dataDir } })
    return { program, ms: await program.ready() }
  }
  let { program } = await start()
  const postmaster = pidOf(dataDir)
  onTestFinished(() => {
    if (pidOf(dataDir) !== 0) process.kill(pidOf(dataDir), 'SIGINT')
  })
  const times: number[] = []
  for (let cycle = 0; cycle < cycles; cycle++) {
    const gone = once(program.child, 'exit')
    program.child.kill('SIGKILL')
    await gone
    const next = await start()
    program = next.program
    times.push(Math.round(next.ms))
    expect(pidOf(dataDir)).toBe(postmaster)
  }
  // And once with a postmaster.pid that nobody stands behind.
  const gone = once(program.child, 'exit')
  program.child.kill('SIGKILL')
  await gone
  const all = [postmaster, ...childrenOf(postmaster)]
  for (const pid of all) process.kill(pid, 'SIGKILL')
  while (childrenOf(postmaster).length > 0) await sleep(10)
  expect(pidOf(dataDir)).toBe(postmaster)
  const { program: last, ms } = await start()
  expect(pidOf(dataDir)).not.toBe(postmaster)
  tell(
    `orphaned PostgreSQL adopted ${cycles} of ${cycles} times, ready in ${times.join(', ')} ms; ` +
      `stale postmaster.pid: ready in ${Math.round(ms)} ms`,
  )
  expect(await last.stop()).toBe(0)
  expect(pidOf(dataDir)).toBe(0)
}
