import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { anAcademy } from '../academy.ts'
import { freePorts } from '../free-port.ts'
import { aNewcomer } from '../matrix.bodies.ts'
import { openSql, type TestConnection } from '../sql.ts'
import { asking } from './asking.ts'
import { checkoutOf, nextProgram } from './before.ts'
import { tell } from './crashes.ts'
import { aFolder, type Program, ROOT, startProgram } from './program.ts'
import { aDatabase } from './scratch.ts'

const STUDENTS = 12
const PAUSE_MS = 50

type Writing = {
  tally: { acknowledged: number; failed: number }
  /** Ends the writing; each student's text and the last number that was acknowledged. */
  end: () => Promise<Map<string, number>>
}

/** Students who write without pause to whichever copy answers, as behind a balancer, with accounts made by the first. */
async function startWriting(urls: string[]): Promise<Writing> {
  const tally = { acknowledged: 0, failed: 0 }
  const acked = new Map<string, number>()
  let over = false
  async function write(token: string, key: string): Promise<void> {
    for (let [n, copy] = [1, 0]; !over; ) {
      const answer = await fetch(`${urls[copy % urls.length]}/api/borradores/${key}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ contenido: String(n) }),
      }).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
      if (answer?.status === 200) {
        acked.set(key, n++)
        tally.acknowledged += 1
      } else {
        tally.failed += 1
        copy += 1
      }
      await sleep(PAUSE_MS)
    }
  }
  const tokens: string[] = []
  for (let n = 0; n < STUDENTS; n++)
    tokens.push((await asking(urls[0] ?? '')('POST', '/auth/register', aNewcomer(), 201)).token)
  const writing = Promise.all(tokens.map((token, n) => write(token, `mejora-${n}`)))
  onTestFinished(() => {
    over = true
  })
  return {
    tally,
    async end() {
      over = true
      await writing
      return acked
    },
  }
}

/** How many of the acknowledged numbers are not in the table of the newest schema. */
async function lostOf(sql: TestConnection, acked: Map<string, number>): Promise<number> {
  const rows = await sql<{ clave: string; n: number }[]>`
    SELECT clave, contenido::int AS n FROM textos_sin_enviar WHERE clave LIKE 'mejora-%'`
  const stored = new Map(rows.map(({ clave, n }) => [clave, n]))
  return [...acked].filter(([key, n]) => n > (stored.get(key) ?? 0)).length
}

const appliedIn = async (sql: TestConnection): Promise<number> =>
  (await sql<{ n: number }[]>`SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations`)[0]?.n ?? 0

/** A command of a release, as `npm run` starts it. */
const command = (root: string, env: Record<string, string>, ...words: string[]): string =>
  execFileSync(process.execPath, words, { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8' })

const REFUSED = /^Hay otra copia de Campus en marcha .*; no se cambió nada\.$/m

/** The next release beside copies that it would break: neither its start nor its load changes anything. */
async function expectRefused(port: number, env: Record<string, string>, root: string): Promise<void> {
  const early = startProgram({ port, env, root })
  await expect(early.ready()).rejects.toThrow('it does not start')
  expect(early.log()).toMatch(REFUSED)
  expect(early.child.exitCode).toBe(1)
  const people = `docentes: [{ correo: profe@prueba.pe, marca: prueba, nombres: Rosa, apellidos: Huamán }]`
  const load = ['server/src/commands/content.ts', 'load', anAcademy({ 'personas.yaml': people })]
  const { stderr } = spawnSync(process.execPath, load, { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8' })
  expect(stderr).toMatch(REFUSED)
}

/** The release before and a backup of the next. */
function expectNoWayBack(file: string, env: Record<string, string>, before: string, after: string): void {
  command(after, env, 'server/src/commands/backup.ts', 'backup', file)
  expect(() => command(before, env, 'server/src/commands/backup.ts', 'restore', file)).toThrow(
    'El respaldo es de otra versión del programa: sus migraciones no son las de esta.',
  )
}

async function stopAll(programs: Program[]): Promise<void> {
  for (const program of programs) expect(await program.stop(), program.log()).toBe(0)
}

/** Two copies of a release before one that it would not bear, with writers; then docs/operations.md, _Updating_, step by step. */
export async function updateToNext(): Promise<void> {
  const commit = process.env.UPDATE_FROM
  const before = commit ? checkoutOf(commit) : ROOT
  const after = nextProgram({
    sql: 'ALTER TABLE clientes ADD COLUMN siguiente integer',
    exclusive: 'cambia las marcas',
  })
  const database = await aDatabase()
  const env = { DATABASE_URL: database, DATA_DIR: aFolder(), NODE_ENV: 'test', DEMO: '0' }
  const [portA = 0, portB = 0, portC = 0] = await freePorts(3)
  const begin = (port: number, root = after) => startProgram({ port, env, root })
  const old = [portA, portB].map((port) => begin(port, before))
  for (const program of old) await program.ready()
  const sql = await openSql(database)
  onTestFinished(() => sql.end())
  await sql`INSERT INTO clientes (id, slug, nombre, color_primario, color_acento) OVERRIDING SYSTEM VALUE
    VALUES (2, 'marca-2', 'Marca 2', '#4F46E5', '#F59E0B')`
  const { tally, end } = await startWriting(old.map(({ url }) => url))

  const file = join(aFolder(), 'antes.tar')
  expect(command(before, env, 'server/src/commands/backup.ts', 'backup', file)).toContain('Respaldado y comprobado')
  const applied = await appliedIn(sql)
  await expectRefused(portC, env, after)
  expect(await appliedIn(sql)).toBe(applied)
  // The copies of before never noticed.
  expect(tally.failed).toBe(0)

  const from = performance.now()
  await stopAll(old)
  const now = [begin(portA)]
  await now[0]?.ready()
  const away = Math.round(performance.now() - from)
  now.push(begin(portB))
  await now[1]?.ready()
  const { acknowledged } = tally
  await expect.poll(() => tally.acknowledged).toBeGreaterThan(acknowledged + STUDENTS)
  const acked = await end()
  expect(await lostOf(sql, acked)).toBe(0)
  expect(await appliedIn(sql)).toBeGreaterThan(applied)
  expect(now.map(({ log }) => log()).join('')).not.toMatch(/"level":(?:50|60)/)

  await stopAll(now)
  await sql.end()
  expectNoWayBack(join(aFolder(), 'despues.tar'), env, before, after)
  expect(command(before, env, 'server/src/commands/backup.ts', 'restore', file)).toContain('Restaurado y comprobado')
  const again = begin(portA, before)
  await again.ready()
  expect(await again.stop(), again.log()).toBe(0)
  tell(
    `from ${commit ?? 'this release'}, ${STUDENTS} students writing to two copies: refused beside them; ${away} ms away; ` +
      `${tally.acknowledged} acknowledged, ${tally.failed} tries while it was away, 0 lost; and back by the backup`,
  )
}
