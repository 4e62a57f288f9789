import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useApp } from '../../../test/harness.ts'
import { statement } from './statements.ts'

const t = useApp()

it('sends a value once for each cast that it stands with', async () => {
  const texts: string[] = []
  const { unsafe } = t.database.sql
  Object.assign(t.database.sql, {
    unsafe(text: string, ...rest: []) {
      texts.push(text)
      return unsafe.call(t.database.sql, text, ...rest)
    },
  })
  const n = sql.placeholder('n')
  const read = statement<{ a: number; b: string; c: number[] }>(
    sql`SELECT ${n}::int + ${n}::int AS a, ${n}::text AS b, ${sql.placeholder('lista')}::int[] AS c`,
  )
  const rows = await read(t.deps.db, { n: 4, lista: [1, 2] })
  Object.assign(t.database.sql, { unsafe })
  expect(texts).toEqual(['SELECT $1::int + $1::int AS a, $2::text AS b, $3::int[] AS c'])
  expect([...rows]).toEqual([{ a: 8, b: '4', c: [1, 2] }])
})

it('runs in the transaction that it is given', async () => {
  const make = statement(
    sql`CREATE TEMPORARY TABLE solo_aqui ON COMMIT DROP AS SELECT ${sql.placeholder('n')}::int AS n`,
  )
  const read = statement<{ n: number }>(sql`SELECT n FROM solo_aqui WHERE n = ${sql.placeholder('n')}::int`)
  const rows = await t.deps.db.transaction(async (tx) => {
    await make(tx, { n: 7 })
    return read(tx, { n: 7 })
  })
  expect([...rows]).toEqual([{ n: 7 }])
})

it('says which value is lacking', async () => {
  const read = statement(sql`SELECT ${sql.placeholder('n')}::int`)
  await expect(read(t.deps.db, {})).rejects.toThrow('the statement lacks its value n')
})
