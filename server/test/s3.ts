import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'

const SERVER = fileURLToPath(new URL('s3-server.mjs', import.meta.url))

/** Checks signatures; has the buckets `campus` and `otro`. */
export type S3 = {
  /** A `STORAGE_URL` for one of its buckets. */
  url: (bucket?: string, secret?: string) => string
  /** Keeps the files. */
  stop: () => Promise<void>
  start: () => Promise<void>
}

export async function anS3(): Promise<S3> {
  const port = await freePort()
  const directory = mkdtempSync(join(tmpdir(), 'campus-s3-'))
  let server: ChildProcess | undefined
  async function start(): Promise<void> {
    // Its page tokens use DES, a legacy cipher of OpenSSL.
    server = spawn(process.execPath, ['--openssl-legacy-provider', SERVER], {
      env: { PORT: String(port), DIRECTORY: directory },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said] = await Promise.race([once(server.stdout ?? server, 'data'), once(server, 'exit')])
    if (String(said) !== 'listens') throw new Error('the S3 server does not start')
  }
  async function stop(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill('SIGKILL')
    await gone
  }
  onTestFinished(async () => {
    await stop()
    rmSync(directory, { recursive: true, force: true })
  })
  await start()
  const url = (bucket = 'campus', secret = 'S3RVER') => `s3+http://S3RVER:${secret}@127.0.0.1:${port}/${bucket}`
  return { url, stop, start }
}
