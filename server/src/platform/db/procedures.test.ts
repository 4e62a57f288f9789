import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '../../../test/harness.ts'
import { installProcedures, procedure } from './procedures.ts'

const t = useApp()

const ROW = sql`${sql.placeholder('fila')}::int`
type Steps = {
  tenida: { n: number } | null
  escrita: { n: number } | null
  contadas: { filas: number; texto: string; lista: number[] }
}
const write = procedure<Steps>(
  'prueba',
  {
    tenida: sql`SELECT n FROM prueba WHERE id = ${ROW} FOR UPDATE`,
    escrita: (known) => sql`
      UPDATE prueba SET n = ${known('tenida', 'n', 'int')} + 1 WHERE id = ${ROW} RETURNING n`,
    contadas: (known) => sql`SELECT count(*)::int AS filas, ${sql.placeholder('texto')}::text AS texto,
      ${sql.placeholder('lista')}::int[] AS lista FROM prueba WHERE n = ${known('escrita', 'n', 'int')}`,
  },
  { sure: (known) => sql`coalesce(${known('escrita', 'n', 'int')}, 0) < 100` },
)
const values = { texto: "$1 o'clock «ñ» $campus$", lista: [3, 4] }

beforeAll(async () => {
  await t.database.sql`CREATE TABLE prueba (id int PRIMARY KEY, n int NOT NULL)`
})

describe('procedure', () => {
  it('answers the row of each step by its name, and null where there is none', async () => {
    await t.database.sql`INSERT INTO prueba VALUES (1, 5)`
    expect(await write(t.deps.db, { ...values, fila: 1 })).toEqual({
      tenida: { n: 5 },
      escrita: { n: 6 },
      contadas: { filas: 1, texto: values.texto, lista: [3, 4] },
    })
    const none = await write(t.deps.db, { ...values, fila: 99 })
    expect(none).toMatchObject({ tenida: null, escrita: null, contadas: { filas: 0 } })
  })

  it('lets a step see what the one before it waited for: of 40 at once none is lost', async () => {
    await t.database.sql`INSERT INTO prueba VALUES (2, 0)`
    const done = await Promise.all(Array.from({ length: 40 }, () => write(t.deps.db, { ...values, fila: 2 })))
    const counts = done.map((one) => one?.escrita?.n ?? 0).toSorted((a, b) => a - b)
    expect(counts).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
  })

  it('does nothing of it where it is not sure', async () => {
    await t.database.sql`INSERT INTO prueba VALUES (3, 99)`
    expect(await write(t.deps.db, { ...values, fila: 3 })).toBeUndefined()
    expect(await t.database.sql`SELECT n FROM prueba WHERE id = 3`).toEqual([{ n: 99 }])
  })

  it('is written down once, by whichever of many copies comes first, and again where it is missing', async () => {
    const names = () =>
      t.database.sql<{ proname: string }[]>`SELECT proname FROM pg_proc WHERE proname LIKE 'campus_prueba_%'`
    const [one] = await names()
    await t.database.sql.unsafe(`DROP FUNCTION ${one?.proname}`)
    await Promise.all(Array.from({ length: 10 }, () => installProcedures(t.database.sql)))
    expect(await names()).toEqual([one])
    await t.database.sql`INSERT INTO prueba VALUES (4, 0)`
    expect(await write(t.deps.db, { ...values, fila: 4 })).toMatchObject({ escrita: { n: 1 } })
  })

  it('says in its words which tables it needs', async () => {
    const texts: string[] = []
    const { unsafe } = t.database.sql
    Object.assign(t.database.sql, {
      unsafe(text: string, ...rest: []) {
        texts.push(text)
        return unsafe.call(t.database.sql, text, ...rest)
      },
    })
    await write(t.deps.db, { ...values, fila: 98 })
    Object.assign(t.database.sql, { unsafe })
    expect(texts).toEqual([expect.stringMatching(/^\/\* update prueba \*\/ SELECT campus_prueba_/)])
  })

  it('writes itself down again when the database has lost it, however many ask at once', async () => {
    const [one] = await t.database.sql<{ proname: string }[]>`
      SELECT proname FROM pg_proc WHERE proname LIKE 'campus_prueba_%'`
    await t.database.sql`INSERT INTO prueba VALUES (5, 0)`
    await write(t.deps.db, { ...values, fila: 5 })
    await t.database.sql.unsafe(`DROP FUNCTION ${one?.proname}`)
    const done = await Promise.all(Array.from({ length: 12 }, () => write(t.deps.db, { ...values, fila: 5 })))
    expect(done.map((row) => row?.escrita?.n ?? 0).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, n) => n + 2),
    )
  })

  it('goes on while a migration gives a column that a step found another type', async () => {
    await t.database.sql`CREATE TABLE cambiante (n int NOT NULL)`
    await t.database.sql`INSERT INTO cambiante VALUES (7)`
    const look = procedure<{ visto: { n: number }; doble: { n: number } }>(
      'cambia',
      {
        visto: sql`SELECT n FROM cambiante`,
        doble: (known) => sql`SELECT ${known('visto', 'n', 'int')} * ${sql.placeholder('veces')}::int AS n`,
      },
      { sure: (known) => sql`${known('visto', 'n', 'int')} < 100` },
    )
    await installProcedures(t.database.sql)
    const all = () => Promise.all(Array.from({ length: 30 }, () => look(t.deps.db, { veces: 2 })))
    const seen = Array.from({ length: 30 }, () => ({ visto: { n: 7 }, doble: { n: 14 } }))
    expect(await all()).toEqual(seen)
    await t.database.sql`ALTER TABLE cambiante ALTER n TYPE bigint`
    expect(await all()).toEqual(seen)
  })

  it('refuses a value whose type PostgreSQL could not know', () => {
    const untyped = procedure('sin_tipo', { paso: sql`SELECT ${sql.placeholder('x')} AS x` })
    return expect(untyped(t.deps.db, { x: 1 })).rejects.toThrow('a value of sin_tipo lacks its type')
  })
})
