import { expect, it } from 'vitest'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

it('a crowd that asks for the health of the program opens no crowd of connections', async () => {
  const { rows } = await t.database.pool.query<{ max: number }>(
    `SELECT current_setting('max_connections')::int + 100 AS max`,
  )
  const crowd = Array.from({ length: rows[0]?.max ?? 0 }, () => t.call('GET', '/api/salud'))
  const answers = await Promise.all(crowd)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})
