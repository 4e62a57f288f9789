import { lettersAndDigits } from '@campus/contract/codes'
import { MAX_COUNTED } from '@campus/contract/staff'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { invalid } from '../../platform/failures.ts'
import { search } from '../../platform/http/searches.ts'
import { termsOf } from '../words/words.ts'

/** A sort column that is never null, with the type its cursor is compared as; an index on (column, id) serves it. */
type Sort = { by: SQL; type: 'text' | 'bigint' | 'numeric' | 'date' | 'timestamptz' }

/**
 * A list of the back office: one declaration, from which its query, its total and its cursor follow
 * (docs/product/staff.md 5). Contracts name the same filters and sorts.
 */
export type List<Filters extends object> = {
  /** What finds the rows: tables and joins, with the short names that the rest uses. */
  from: SQL
  /** The unique integer that breaks ties between equal sort values. */
  id: SQL
  /** The columns of a row; subselects are computed for the rows of the page alone. */
  columns: SQL
  sorts: Record<string, Sort>
  /** A name of `sorts`, with `-` for descending order. */
  defaultSort: string
  /** How many rows there are, where counting them as they are read takes long. */
  count?: SQL
  /** The condition of a typed text. */
  search?: (q: string) => SQL
  /** The condition of each filter that was sent. */
  filters: { [Name in keyof Filters]-?: (value: NonNullable<Filters[Name]>) => SQL }
}

type Asked = { q?: string | undefined; orden?: string | undefined; desde?: string | undefined }

export type ListPage<Row> = { data: Row[]; total: number; siguiente: string | null }

const PAGE_SIZE = 50
const CURSOR_TEXT = 'Esta página de la lista ya no existe. Vuelve al comienzo.'

type Cursor = [orden: string, key: string, id: number]

const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** @throws DATOS_INVALIDOS under `desde`, also for the cursor of another order */
function readCursor(text: string, orden: string): Cursor {
  try {
    const [sort, key, id]: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (sort === orden && typeof key === 'string' && Number.isSafeInteger(id)) return [orden, key, Number(id)]
  } catch {
    // Not one of ours.
  }
  throw invalid('desde', CURSOR_TEXT)
}

/** Every word occurs in the column, which is folded like the query (`sin_acentos`) and has a trigram index. */
export function matchesWords(column: SQL, q: string): SQL {
  const words = termsOf(q)
  if (words.length === 0) return sql`true`
  return sql.join(
    words.map((word) => sql`${column} LIKE ${`%${word}%`}`),
    sql` AND `,
  )
}

/** As a UUID has them. */
const withDashes = (digits: string): string =>
  [20, 16, 12, 8].reduce((text, at) => (text.length > at ? `${text.slice(0, at)}-${text.slice(at)}` : text), digits)

const LOWEST = '00000000-0000-0000-0000-000000000000'

/** A UUID that begins as typed or pasted, by its index; false where none can. */
export function beginsUuid(column: SQL, typed: string): SQL {
  const prefix = withDashes(lettersAndDigits(typed).toLowerCase())
  const fits = prefix.length >= 4 && /^[0-9a-f-]+$/.test(prefix) && LOWEST.startsWith(prefix.replace(/[0-9a-f]/g, '0'))
  if (!fits) return sql`false`
  const from = prefix + LOWEST.slice(prefix.length)
  const to = prefix + LOWEST.replaceAll('0', 'f').slice(prefix.length)
  return sql`${column} BETWEEN ${from}::uuid AND ${to}::uuid`
}

/** How many rows there are, up to `most`; `rows` begins after SELECT. */
export const countedRows = (rows: SQL, most = MAX_COUNTED) =>
  sql`(SELECT count(*)::int FROM (SELECT 1 ${rows} LIMIT ${most}) counted)`

/** Which rows a list has, before the page is cut; for sums over all of them. */
export function conditionsOf<Filters extends object>(list: List<Filters>, asked: Asked & Filters, scope: SQL): SQL[] {
  const filters = Object.keys(list.filters) as (keyof Filters)[]
  const sent = filters.flatMap((name) => {
    const value = asked[name]
    return value === undefined || value === null ? [] : [list.filters[name](value as NonNullable<Filters[typeof name]>)]
  })
  const searched = asked.q && list.search ? [list.search(asked.q)] : []
  return [scope, ...sent, ...searched]
}

const all = (conditions: SQL[]): SQL => sql.join(conditions, sql` AND `)

/**
 * A page of a list, with the cursor of the next one. `scope` limits the rows to those that the caller may see.
 * @throws DATOS_INVALIDOS under `orden` or `desde`
 */
export async function listRows<Row extends object, Filters extends object>(
  db: Db,
  list: List<Filters>,
  asked: Asked & Filters,
  scope: SQL,
  pageSize = PAGE_SIZE,
): Promise<ListPage<Row>> {
  const orden = asked.orden ?? list.defaultSort
  const descending = orden.startsWith('-')
  const name = descending ? orden.slice(1) : orden
  const sort = Object.hasOwn(list.sorts, name) ? list.sorts[name] : undefined
  if (!sort) throw invalid('orden', 'Esta lista no se ordena así.')
  const found = conditionsOf(list, asked, scope)
  const direction = sql.raw(descending ? 'DESC' : 'ASC')
  const conditions = [...found]
  if (asked.desde) {
    const [, key, id] = readCursor(asked.desde, orden)
    const than = sql.raw(descending ? '<' : '>')
    conditions.push(sql`(${sort.by}, ${list.id}) ${than} (${key}::${sql.raw(sort.type)}, ${id}::bigint)`)
  }
  const read = async (tx: Db) => {
    const [counted] = await query<{ total: number }>(
      tx,
      sql`SELECT ${list.count ?? countedRows(sql`FROM ${list.from} WHERE ${all(found)}`)} AS total`,
    )
    const rows = await query<Row & { ordenado: string; ordenado_id: number }>(
      tx,
      sql`SELECT (${sort.by})::text AS ordenado, ${list.id} AS ordenado_id, ${list.columns} FROM ${list.from}
        WHERE ${all(conditions)} ORDER BY ${sort.by} ${direction}, ${list.id} ${direction} LIMIT ${pageSize + 1}`,
    )
    return { total: counted?.total ?? 0, rows }
  }
  const { total, rows } = await (asked.q && list.search ? search(db, read) : read(db))
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  const more = rows.length > pageSize && last
  return {
    data: page.map(({ ordenado: _, ordenado_id: __, ...row }) => row as unknown as Row),
    total,
    siguiente: more ? writeCursor([orden, last.ordenado, last.ordenado_id]) : null,
  }
}

/** The ids of a list's first rows in its own order, whatever page they are on; `most` at the most. */
export function listIds<Filters extends object>(
  db: Db,
  list: List<Filters>,
  asked: Asked & Filters,
  scope: SQL,
  most: number,
): Promise<number[]> {
  const conditions = all(conditionsOf(list, asked, scope))
  const descending = list.defaultSort.startsWith('-')
  const by = list.sorts[descending ? list.defaultSort.slice(1) : list.defaultSort]?.by ?? list.id
  const direction = sql.raw(descending ? 'DESC' : 'ASC')
  const read = async (tx: Db) => {
    const rows = await query<{ id: number }>(
      tx,
      sql`SELECT ${list.id} AS id FROM ${list.from} WHERE ${conditions} ORDER BY ${by} ${direction}, ${list.id} ${direction} LIMIT ${most}`,
    )
    return rows.map(({ id }) => id)
  }
  return asked.q && list.search ? search(db, read) : read(db)
}
