import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backup } from '../src/backup/backup.ts'
import { useApp } from './harness.ts'
import { inInstalments } from './instalments.ts'

const t = useApp()
const plans = inInstalments(t)

/** `backup.test.ts` tries more, but not at every landing. */
it('the tables of this release are backed up, those that refer to each other too', async () => {
  const sale = await plans.sold()
  await plans.register(sale, 2)
  const { config, storage } = t.deps
  const place = { url: config.databaseUrl ?? '', storage, dataDir: config.dataDir }
  const { rows } = await backup(place, join(config.dataDir, 'campus.tar'))
  expect(rows).toBeGreaterThan(10)
}, 60_000)
