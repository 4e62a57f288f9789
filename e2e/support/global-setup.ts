import { randomInt } from 'node:crypto'
import { startApplication } from './application.ts'
import { openVideoHosts } from './video-hosts.ts'
import { openCampus } from './visit.ts'

async function start(): Promise<() => Promise<void>> {
  if (process.env.E2E_URL) {
    // A reused database has the people of earlier runs.
    process.env.FIRST_DOCUMENT ??= String(randomInt(30_000_000, 60_000_000))
    return async () => undefined
  }
  const hosts = await openVideoHosts()
  const application = await startApplication({ env: hosts.env })
  process.env.E2E_URL = application.url
  process.env.E2E_DATA_DIR = application.dataDir
  process.env.E2E_DATABASE_URL = application.databaseUrl
  return async () => {
    await application.stop()
    await hosts.stop()
  }
}

/** One application for all workers; E2E_URL, E2E_DATA_DIR and E2E_DATABASE_URL name a running one instead. */
export default async function setup(): Promise<() => Promise<void>> {
  const stop = await start()
  try {
    // Written once, before several workers read it.
    await openCampus(process.env.E2E_URL ?? '')
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
