import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../free-port.ts'
import { tell } from './crashes.ts'
import { childrenOf, familyOf, postmasterOf, signal } from './processes.ts'
import { aFolder, startProgram } from './program.ts'

/** Each start after kill -9 adopts the orphaned PostgreSQL. */
export async function orphans(cycles: number): Promise<void> {
  const dataDir = aFolder()
  chmodSync(dataDir, 0o755)
  const port = await freePort()
  const start = async () => {
    const program = startProgram({ port, env: { DATA_DIR: dataDir } })
    return { program, ms: await program.ready() }
  }
  let { program } = await start()
  const postmaster = postmasterOf(dataDir)
  onTestFinished(() => {
    const left = postmasterOf(dataDir)
    if (left !== 0) signal(left, 'SIGINT')
  })
  const times: number[] = []
  for (let cycle = 0; cycle < cycles; cycle++) {
    const gone = once(program.child, 'exit')
    program.child.kill('SIGKILL')
    await gone
    const next = await start()
    program = next.program
    times.push(Math.round(next.ms))
    expect(postmasterOf(dataDir)).toBe(postmaster)
  }
  // Also with a stale postmaster.pid.
  const gone = once(program.child, 'exit')
  program.child.kill('SIGKILL')
  await gone
  for (const pid of familyOf(postmaster)) signal(pid, 'SIGKILL')
  while (childrenOf(postmaster).length > 0) await sleep(10)
  expect(postmasterOf(dataDir)).toBe(postmaster)
  const { program: last, ms } = await start()
  expect(postmasterOf(dataDir)).not.toBe(postmaster)
  tell(
    `orphaned PostgreSQL adopted ${cycles} of ${cycles} times, ready in ${times.join(', ')} ms; ` +
      `stale postmaster.pid: ready in ${Math.round(ms)} ms`,
  )
  expect(await last.stop()).toBe(0)
  expect(postmasterOf(dataDir)).toBe(0)
}
