// Twenty copies of the program that start at once on an empty database: one migrates, all are ready, nothing is done twice.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import postgres from 'postgres'
import { expect, it } from 'vitest'
import { aDatabase } from './scratch.ts'

const COPIES = 20
const DATABASE = new URL('../../src/platform/database.ts', import.meta.url).href

/** Another process that brings the database to the newest migration, as each start does; answers its exit code. */
async function migrateElsewhere(url: string): Promise<number> {
  const code = `import { migrateDatabase } from ${JSON.stringify(DATABASE)}; await migrateDatabase(process.env.URL)`
  const env = { ...process.env, URL: url }
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { env, stdio: 'inherit' })
  const [exit] = await once(child, 'exit')
  return Number(exit)
}

it('one applies the migrations, the others wait for it', async () => {
  const url = await aDatabase()
  const began = performance.now()
  const exits = await Promise.all(Array.from({ length: COPIES }, () => migrateElsewhere(url)))
  console.log(`> ${COPIES} copies at once: ready in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  expect(exits).toEqual(exits.map(() => 0))
  const sql = postgres(url, { max: 1 })
  const rows = await sql`SELECT hash, count(*)::int AS veces FROM drizzle.__drizzle_migrations GROUP BY hash`
  await sql.end()
  expect(rows.length).toBeGreaterThan(4)
  expect(rows.filter((row) => row.veces !== 1)).toEqual([])
})
