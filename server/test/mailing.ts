import { onTestFinished } from 'vitest'
import { buildApp } from '../src/app/app.ts'
import type { Config } from '../src/platform/config.ts'
import { createConnections } from '../src/platform/connections/connections.ts'
import { createJobs } from '../src/platform/jobs.ts'
import { createMail } from '../src/platform/mail.ts'
import type { TestApp } from './harness.ts'
import { aMailbox } from './long/mailbox.ts'

/** Through the mail server of a configuration. */
export function mailingAs(t: TestApp, config: Config) {
  const connections = createConnections(config, t.deps.db)
  return { connections, mail: createMail(config, connections, () => undefined) }
}

/** The application with a mail server; its jobs run on `jobs.start()` or `jobs.drain()`. */
export async function anAppWithMail(t: TestApp, more: Partial<Config> = {}) {
  const box = await aMailbox()
  const config = { ...t.deps.config, smtpUrl: box.url, ...more }
  const jobs = createJobs(String(config.databaseUrl), () => undefined)
  const { mail, connections } = mailingAs(t, config)
  const app = await buildApp({ ...t.deps, config, connections, jobs, mail })
  await jobs.start({ work: false })
  let stopped: Promise<void> | undefined
  const stopJobs = () => (stopped ??= jobs.stop())
  onTestFinished(async () => {
    await stopJobs()
    await app.close()
  })
  return { app, box, jobs, mail, stopJobs }
}
