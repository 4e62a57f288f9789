import { randomInt } from 'node:crypto'
import { startApplication } from './application.ts'
import { openCampus } from './visit.ts'

async function start(): Promise<() => Promise<void>> {
  if (process.env.E2E_URL) {
    // Its database has the people of earlier runs.
    process.env.FIRST_DOCUMENT ??= String(randomInt(30_000_000, 60_000_000))
    return async () => undefined
  }
  const application = await startApplication()
  process.env.E2E_URL = application.url
  process.env.E2E_DATA_DIR = application.dataDir
  process.env.E2E_DATABASE_URL = application.databaseUrl
  return application.stop
}

/**
 * One application for the whole run; Playwright calls what is returned at the end, also after failures. While writing
 * tests, E2E_URL, E2E_DATA_DIR and E2E_DATABASE_URL point the suite at one that runs already.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const stop = await start()
  try {
    // The demo student's history is written once, before several workers look at it.
    await openCampus(process.env.E2E_URL ?? '')
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
