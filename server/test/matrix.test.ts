import { scopeOf } from '@campus/contract/permissions'
import { beforeAll, describe, expect, it } from 'vitest'
import { readDocument } from './fuzz.document.ts'
import { type Answer, useApp } from './harness.ts'
import { ask, type Prepared, prepare } from './matrix.requests.ts'
import { type Cell, ROWS, type Row } from './matrix.table.ts'
import {
  buildWorld,
  CODE,
  MARK,
  PEOPLE,
  PRIVATE,
  ROLES_OF,
  type Someone,
  type World,
  watchRows,
} from './matrix.world.ts'

const t = useApp()
let world: World
let changed: Awaited<ReturnType<typeof watchRows>>
const tokens = new Map<Someone, string | undefined>()
let revoked: string

const openSessions = () => Promise.all(PEOPLE.map(async (who) => tokens.set(who, await world.tokenOf(who))))

beforeAll(async () => {
  world = await buildWorld(t)
  changed = await watchRows(t)
  await openSessions()
  revoked = await t.tokenOf(world.people.dueña)
  await t.call('POST', '/api/logout', { token: revoked })
})

/** The requests of all users share one address and its throttle. */
const forgetThrottles = () => t.database.sql`DELETE FROM limites`

/** A well-formed unknown token. */
const UNKNOWN = 'A'.repeat(43)

/** Calls with an empty cell (`-`), and why. */
const NOT_ASKED: Record<string, string> = {
  'GET /notificaciones/eventos': 'its answer has no end: notifications.test.ts opens it',
}

const readsOnly = ({ method }: Prepared) => method === 'GET'

/** Read with `alumnos.gestionar` alone (docs/product/staff.md 3). */
const { correo: _, ...PERSONAL } = PRIVATE

/** Data of the victim beyond what the cell allows. */
function leaks(answer: Answer, shown: Cell['shown'], who?: Someone): string[] {
  const text = answer.raw.toString('utf8')
  const roles = who ? (ROLES_OF[who] ?? []) : []
  if (shown === 'all' && (roles.length === 0 || scopeOf(roles, 'alumnos.gestionar'))) return []
  if (shown === 'all') return Object.values(PERSONAL).filter((value) => text.includes(value))
  const values = shown === 'nothing' ? [MARK, CODE, ...Object.values(PRIVATE)] : Object.values(PRIVATE)
  return values.filter((value) => text.includes(value))
}

/** Denied users learn and change nothing. */
async function denied(request: Prepared, who: [name: string, token: string | undefined, status: number][]) {
  await changed()
  const answers: [string, number, string[]][] = []
  for (const [name, token] of who) {
    if (!readsOnly(request)) await forgetThrottles()
    const answer = await ask(t, request, token)
    answers.push([name, answer.status, leaks(answer, 'nothing')])
  }
  expect(answers).toEqual(who.map(([name, , status]) => [name, status, []]))
  expect(await changed()).toEqual([])
}

/** Allowed users get no more than the cell allows, and change no other rows of the victim. */
async function allowed(request: Prepared, who: Someone, cell: Cell) {
  if (!readsOnly(request)) await forgetThrottles()
  // The call may end its own session.
  const token = readsOnly(request) ? tokens.get(who) : await world.tokenOf(who)
  const watched = !readsOnly(request) && !cell.changes
  if (watched) await changed()
  const answer = await ask(t, request, token)
  expect([who, answer.status, leaks(answer, cell.shown, who)]).toEqual([who, cell.status, []])
  if (watched) expect([who, await changed(world.people.dueña)]).toEqual([who, []])
}

/** The response to an invalid token. */
const badToken = (row: Row) => (row.access === 'public' ? row.cells.anónimo.status : 401)

/** Allowed users, the victim first. */
const whoMay = ({ cells }: Row) =>
  (['dueña', 'admin', 'docente'] as const).find((who) => cells[who].status > 0 && cells[who].status < 400) ?? 'dueña'

/** A token of one who may, whose time is over. */
async function anExpired(row: Row): Promise<string> {
  const id = world.people[whoMay(row)]
  const token = await t.tokenOf(id)
  await t.database.sql`UPDATE accesos SET expira_en = now() - interval '1 second'
    WHERE id = (SELECT max(id) FROM accesos WHERE id_usuario = ${id})`
  return token
}

/** Access ends with the account. */
async function closed(row: Row, request: Prepared) {
  if (badToken(row) < 400) return
  const id = world.people[whoMay(row)]
  const { sql } = t.database
  const open = await t.tokenOf(id)
  const locked = await sql`UPDATE usuarios SET estado = 0 WHERE id = ${id} AND estado = 1 RETURNING id`
  await denied(request, [['cuenta cerrada', open, badToken(row)]])
  if (locked.length > 0) await sql`UPDATE usuarios SET estado = 1 WHERE id = ${id}`
}

describe('the authorisation matrix', () => {
  it('has exactly one row per call of the OpenAPI document', async () => {
    const { calls } = await readDocument(t)
    expect(ROWS.map(({ call }) => call).sort()).toEqual(calls.map(({ name }) => name).sort())
  })

  it('agrees with the access of each call', () => {
    const refused = (access: Row['access'], who: Someone): boolean => {
      if (access === 'public' || access === 'optional') return false
      if (access === 'signed') return who === 'anónimo'
      const roles = ROLES_OF[who] ?? []
      return access === 'gestion' ? roles.length === 0 : scopeOf(roles, access) === undefined
    }
    const open = ROWS.flatMap(({ call, access, cells }) =>
      PEOPLE.filter((who) => refused(access, who) && ![401, 403].includes(cells[who].status)).map(
        (who) => `${call} ${who}`,
      ),
    )
    expect(open).toEqual([])
  })

  it('has no empty cell without a reason', () => {
    const silent = ROWS.filter(({ cells }) => Object.values(cells).some(({ status }) => status === 0))
    expect(silent.map(({ call }) => call)).toEqual(Object.keys(NOT_ASKED))
  })

  it.each(ROWS.map((row) => [row.call, row] as const))('%s answers each as its line says', async (_call, row) => {
    await forgetThrottles()
    const cells = PEOPLE.map((who) => [who, row.cells[who]] as const)
    const refused = cells.flatMap(([who, { status }]) =>
      status >= 400 ? [[who, tokens.get(who), status] as [string, string | undefined, number]] : [],
    )
    const strangers: typeof refused = [
      ['token malo', UNKNOWN, badToken(row)],
      ['token revocado', revoked, badToken(row)],
      ['sesión vencida', await anExpired(row), badToken(row)],
    ]
    const request = await prepare(world, row)
    await denied(request, [...refused, ...strangers.filter(([, , status]) => status >= 400)])
    // What is only read stays for the next one.
    const again = async () => (readsOnly(request) ? request : await prepare(world, row))
    for (const [who, cell] of cells) if (cell.status > 0 && cell.status < 400) await allowed(await again(), who, cell)
    await closed(row, request)
    // Some calls end sessions.
    if (!readsOnly(request)) await openSessions()
  })

  it('names no statement whose text holds a value', async () => {
    const clients = await Promise.all(
      Array.from({ length: t.database.pool.idleCount }, () => t.database.pool.connect()),
    )
    const texts = await Promise.all(
      clients.map(async (client) => (await client.query('SELECT statement FROM pg_prepared_statements')).rows),
    )
    for (const client of clients) client.release()
    const named = texts.flat().map(({ statement }) => statement as string)
    expect(named.filter((text) => text.includes(MARK) || /\b\d{13}\b/.test(text))).toEqual([])
    expect(named.length).toBeGreaterThan(300)
  })
})
