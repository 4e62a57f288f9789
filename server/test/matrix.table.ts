import { PERMISSIONS } from '@campus/contract/permissions'
import { ACCOUNTS } from './matrix.lines.accounts.ts'
import { COMMUNITY } from './matrix.lines.community.ts'
import { LEARNING } from './matrix.lines.learning.ts'
import { SHOP } from './matrix.lines.shop.ts'
import { STAFF } from './matrix.lines.staff.ts'
import { PEOPLE, type Someone } from './matrix.world.ts'

const ACCESS = ['public', 'optional', 'signed', 'gestion', ...PERMISSIONS] as const

/** What a route declares (`platform/http/access.ts`); invalid tokens are refused except on public routes. */
export type Access = (typeof ACCESS)[number]

/** Expected status (0: not sent), and how much of the victim's data the response may contain. */
export type Cell = { status: number; shown: 'nothing' | 'shared' | 'all'; changes: boolean }

export type Row = {
  call: string
  access: Access
  where: [name: string, source: string][]
  cells: Record<Someone, Cell>
}

const MARKS: Record<string, Omit<Cell, 'status'>> = {
  '': { shown: 'nothing', changes: false },
  '+': { shown: 'shared', changes: false },
  '!': { shown: 'shared', changes: true },
  '*': { shown: 'all', changes: true },
}

function readCell(text: string): Cell {
  const [, status = '', mark = ''] = /^(\d{3}|-)([+!*]?)$/.exec(text) ?? []
  const allowed = MARKS[mark]
  if (!status || !allowed) throw new Error(`the table has a cell that means nothing: ${text}`)
  return { status: Number(status) || 0, ...allowed }
}

function readRow(line: string): Row {
  const [call = '', kind = '', where = '', statuses = ''] = line.split('|').map((cell) => cell.trim())
  const access = ACCESS.find((name) => name === kind)
  const cells = statuses.split(/\s+/).map(readCell)
  if (!access || cells.length !== PEOPLE.length) throw new Error(`the table has a line that cannot be read: ${line}`)
  const places = where === '-' ? [] : where.split(' ')
  return {
    call,
    access,
    where: places.map((place) => [place.slice(0, place.indexOf('=')), place.slice(place.indexOf('=') + 1)]),
    cells: Object.fromEntries(PEOPLE.map((who, at) => [who, cells[at]])) as Row['cells'],
  }
}

/**
 * The reviewed table of who may do what (docs/product/accounts.md 1.2); every new call needs a line in the
 * `matrix.lines.*.ts` of its area.
 *
 * `where`: `id=post` inserts the id of a new post of the victim into the path, `?name=` into the query, `.name=` into the
 * body; `+=` only creates the row, `==` precedes a plain value. `matrix.things.ts` creates each.
 *
 * Columns are {@link PEOPLE}: guest, student without the course, student of another brand, classmate, student with an ended
 * enrolment, teacher of another course, teacher of the course, administrator of another brand, the victim, administrator of
 * her brand, then its platform administrator, support and cashier, and those three of another brand. After a status: nothing
 * of the victim may be returned or changed; `+` shared data may be returned, `!` also changed (a like, moderation), `*`
 * private data too.
 */
export const ROWS: Row[] = [LEARNING, COMMUNITY, SHOP, STAFF, ACCOUNTS].flatMap((lines) =>
  lines.trim().split('\n').map(readRow),
)
