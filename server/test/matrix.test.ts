import { beforeAll, describe, expect, it } from 'vitest'
import { readDocument } from './fuzz.document.ts'
import { type Answer, useApp } from './harness.ts'
import { ask, type Prepared, prepare } from './matrix.requests.ts'
import { type Cell, ROWS, type Row } from './matrix.table.ts'
import { buildWorld, CODE, changes, digestOf, MARK, PEOPLE, PRIVATE, type Someone, type World } from './matrix.world.ts'

const t = useApp()
let world: World
let digest: Awaited<ReturnType<typeof digestOf>>
/** A token of everybody, new for each row: some calls end the sessions of before. */
const tokens = new Map<Someone, string | undefined>()
let revoked: string

beforeAll(async () => {
  world = await buildWorld(t)
  digest = await digestOf(t)
  revoked = await t.tokenOf(world.people.dueña)
  await t.call('POST', '/api/logout', { token: revoked })
})

/** Ten people behind one address ask in a second what one may ask in an hour. */
const forgetThrottles = () => t.database.sql`DELETE FROM limites`

/** A signed token of the right shape that nobody has. */
const UNKNOWN = 'A'.repeat(43)

/** Calls in whose line a cell may stay empty (`-`), and why. */
const NOT_ASKED: Record<string, string> = {
  'GET /notificaciones/eventos': 'its answer has no end: notifications.test.ts opens it',
}

const readsOnly = ({ method }: Prepared) => method === 'GET'

/** Marks of the victim's that an answer carries beyond what its cell allows. */
function told(answer: Answer, shown: Cell['shown']): string[] {
  if (shown === 'all') return []
  const text = answer.raw.toString('utf8')
  const values = shown === 'nothing' ? [MARK, CODE, ...Object.values(PRIVATE)] : Object.values(PRIVATE)
  return values.filter((value) => text.includes(value))
}

/** Everybody whom the row turns away asks; none of them learns or changes anything. */
async function denied(row: Row, who: [name: string, token: string | undefined, status: number][]) {
  const request = await prepare(world, row)
  const before = await digest()
  const answers: [string, number, string[]][] = []
  for (const [name, token] of who) {
    await forgetThrottles()
    const answer = await ask(t, request, token)
    answers.push([name, answer.status, told(answer, 'nothing')])
  }
  expect(answers).toEqual(who.map(([name, , status]) => [name, status, []]))
  expect(changes(before, await digest())).toEqual([])
}

/** Somebody may: the call works, says no more than the cell allows, and leaves the victim's own rows to her. */
async function allowed(row: Row, who: Someone, cell: Cell) {
  const request = await prepare(world, row)
  await forgetThrottles()
  // The call may end the session that it is made with.
  const token = readsOnly(request) ? tokens.get(who) : await world.tokenOf(who)
  const watched = !readsOnly(request) && !cell.changes
  const before = watched ? await digest(world.people.dueña) : new Map()
  const answer = await ask(t, request, token)
  expect([who, answer.status, told(answer, cell.shown)]).toEqual([who, cell.status, []])
  if (watched) expect([who, changes(before, await digest(world.people.dueña))]).toEqual([who, []])
}

/** What a call says to a token that opens nothing. */
const badToken = (row: Row) => (row.access === 'public' ? row.cells.anónimo.status : 401)

/** Who may make the call, the victim before others. */
const whoMay = ({ cells }: Row) =>
  (['dueña', 'admin', 'docente'] as const).find((who) => cells[who].status > 0 && cells[who].status < 400) ?? 'dueña'

/** Somebody who may make the call may not when the session is over, and not when the account was closed. */
async function overAndClosed(row: Row) {
  if (badToken(row) < 400) return
  const id = world.people[whoMay(row)]
  const { sql } = t.database
  const token = await t.tokenOf(id)
  await sql`UPDATE accesos SET expira_en = now() - interval '1 second'
    WHERE id = (SELECT max(id) FROM accesos WHERE id_usuario = ${id})`
  await denied(row, [['sesión vencida', token, badToken(row)]])
  const open = await t.tokenOf(id)
  const closed = await sql`UPDATE usuarios SET estado = 0 WHERE id = ${id} AND estado = 1 RETURNING id`
  await denied(row, [['cuenta cerrada', open, badToken(row)]])
  if (closed.length > 0) await sql`UPDATE usuarios SET estado = 1 WHERE id = ${id}`
}

describe('the authorisation matrix', () => {
  it('has one row for each call of the OpenAPI document, and none besides', async () => {
    const { calls } = await readDocument(t)
    expect(ROWS.map(({ call }) => call).sort()).toEqual(calls.map(({ name }) => name).sort())
  })

  it('says of nobody more than the access of its call does', () => {
    const students = ['ajeno', 'otra marca', 'compañero', 'vencido', 'dueña'] as const
    const kept: Record<Row['access'], readonly Someone[]> = {
      public: [],
      optional: [],
      signed: ['anónimo'],
      staff: ['anónimo', ...students],
      admin: ['anónimo', ...students, 'otro docente', 'docente'],
    }
    const open = ROWS.flatMap(({ call, access, cells }) =>
      kept[access].filter((who) => ![401, 403].includes(cells[who].status)).map((who) => `${call} ${who}`),
    )
    expect(open).toEqual([])
  })

  it('leaves nobody out of a line without a reason', () => {
    const silent = ROWS.filter(({ cells }) => Object.values(cells).some(({ status }) => status === 0))
    expect(silent.map(({ call }) => call)).toEqual(Object.keys(NOT_ASKED))
  })

  it.each(ROWS.map((row) => [row.call, row] as const))('%s answers each as its line says', async (_call, row) => {
    for (const who of PEOPLE) tokens.set(who, await world.tokenOf(who))
    const cells = PEOPLE.map((who) => [who, row.cells[who]] as const)
    const refused = cells.flatMap(([who, { status }]) =>
      status >= 400 ? [[who, tokens.get(who), status] as [string, string | undefined, number]] : [],
    )
    const strangers: typeof refused = [
      ['token malo', UNKNOWN, badToken(row)],
      ['token revocado', revoked, badToken(row)],
    ]
    await denied(row, [...refused, ...strangers.filter(([, , status]) => status >= 400)])
    for (const [who, cell] of cells) if (cell.status > 0 && cell.status < 400) await allowed(row, who, cell)
    await overAndClosed(row)
  })
})
