import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { useApp } from '../../../test/harness.ts'
import { isDatabaseAway } from '../http/failures.ts'
import { createAdmission, type Sent } from './admission.ts'
import { openDatabase } from './database.ts'

const t = useApp()

afterEach(() => void vi.useRealTimers())

const unasked = () => {
  throw new Error('nobody asks')
}
const aStatement = (): Sent => ({ text: 'SELECT 1', began: performance.now(), giveUp: unasked, pid: unasked })

describe('what the driver may hold', () => {
  it('is bounded, and what is answered makes room', () => {
    const admission = createAdmission(unasked)
    const all = Array.from({ length: 3000 }, aStatement)
    for (const one of all) {
      expect(admission.refuses(one.text)).toBeUndefined()
      admission.enters(one)
    }
    expect(admission.refuses('SELECT 1')?.message).toBe('too many statements wait for the database')
    if (all[7]) admission.leaves(all[7])
    expect(admission.refuses('SELECT 1')).toBeUndefined()
  })

  it('forgets what no connection can still be waiting for', () => {
    vi.useFakeTimers()
    const admission = createAdmission(unasked)
    for (let n = 0; n < 3000; n++) admission.enters(aStatement())
    expect(admission.refuses('SELECT 1')).toBeDefined()
    vi.advanceTimersByTime(61_000)
    expect(admission.refuses('SELECT 1')).toBeUndefined()
  })
})

/** A pool of two connections as the program has them, and a session elsewhere that holds a table until it is told to let go. */
async function aHeldTable(mode: string) {
  const url = t.deps.config.databaseUrl ?? ''
  const { sql, close } = openDatabase(url, { pool: 2, watch: () => undefined })
  onTestFinished(close)
  const begun = Promise.withResolvers<void>()
  const until = Promise.withResolvers<void>()
  const holding = t.database.sql.begin(async (tx) => {
    await tx.unsafe(`SET LOCAL idle_in_transaction_session_timeout = 0`)
    await tx.unsafe(`LOCK TABLE paginas IN ${mode} MODE`)
    begun.resolve()
    await until.promise
  })
  await begun.promise
  const free = async () => {
    until.resolve()
    await holding
  }
  onTestFinished(free)
  const send = (text: string) => sql.unsafe(text, [], { prepare: true })
  const said = (text: string) =>
    send(text).then(
      () => 'answered',
      (error: Error) => error.message,
    )
  return { send, said, free }
}

const READS = 'SELECT count(*) FROM paginas'
const WRITES = 'UPDATE paginas SET titulo = titulo'
const OTHER = 'SELECT count(*) FROM categorias'
const LOCKED = 'the table paginas is locked by another session'

describe('a table that another session holds', () => {
  it('takes no connection from who needs it not, is refused at once to who does, and served when it is free', async () => {
    const { send, said, free } = await aHeldTable('ACCESS EXCLUSIVE')
    // More than there are connections, in the way of whoever comes after them.
    const first = Array.from({ length: 12 }, () => send(READS).catch((error: unknown) => error))
    for (const error of await Promise.all(first)) expect(isDatabaseAway(error)).toBe(true)
    await expect.poll(() => said(READS)).toBe(LOCKED)
    expect(await Promise.all(Array.from({ length: 20 }, () => said(OTHER)))).toEqual(Array(20).fill('answered'))
    expect(await Promise.all([said(WRITES), said('SELECT 1 FROM "paginas" p')])).toEqual([LOCKED, LOCKED])
    await free()
    await expect.poll(() => said(READS)).toBe('answered')
  })

  it('against writers alone is read as before', async () => {
    const { send, said, free } = await aHeldTable('SHARE')
    await send(WRITES).catch((error: unknown) => expect(isDatabaseAway(error)).toBe(true))
    await expect.poll(() => said(WRITES)).toBe(LOCKED)
    expect(await said(READS)).toBe('answered')
    await free()
    await expect.poll(() => said(WRITES)).toBe('answered')
  })
})
