import type pg from 'pg'

/** A table of a backup: its name as SQL writes it and the columns that are stored, not computed. */
export type Table = { nombre: string; columnas: string[] }

/** How many rows a table has, and a sum over all of them that no order and no address changes. */
export type Digest = { filas: number; huella: string }

/** Where a sequence stands. */
export type Position = { nombre: string; valor: string; usado: boolean }

/** Figures about the queues, which the queue makes again by itself. */
const LEFT_OUT = 'pgboss.queue_stats'

type Reference = { from: string; to: string }

/** Who refers to others comes after them, so that every foreign key holds while rows are loaded. */
function inOrder(tables: Table[], references: Reference[]): Table[] {
  const waiting = new Map(tables.map((table) => [table.nombre, table]))
  const ordered: Table[] = []
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      ({ nombre }) => !references.some(({ from, to }) => from === nombre && to !== nombre && waiting.has(to)),
    )
    if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`)
    for (const table of ready) {
      ordered.push(table)
      waiting.delete(table.nombre)
    }
  }
  return ordered
}

/** Every table of the database, in the order in which rows can be loaded. A partitioned table is one table. */
export async function tablesInOrder(client: pg.Client): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS nombre,
      array_agg(quote_ident(a.attname) ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columnas
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_t%'
      AND format('%I.%I', n.nspname, c.relname) <> '${LEFT_OUT}'
    GROUP BY 1 ORDER BY 1`)
  // A partition's key counts for the table that it is part of.
  const { rows: references } = await client.query<Reference>(`
    SELECT DISTINCT format('%I.%I', fn.nspname, f.relname) AS "from", format('%I.%I', tn.nspname, t.relname) AS "to"
    FROM pg_constraint k
    LEFT JOIN pg_inherits i ON i.inhrelid = k.conrelid
    JOIN pg_class f ON f.oid = coalesce(i.inhparent, k.conrelid) JOIN pg_namespace fn ON fn.oid = f.relnamespace
    JOIN pg_class t ON t.oid = k.confrelid JOIN pg_namespace tn ON tn.oid = t.relnamespace
    WHERE k.contype = 'f'`)
  return inOrder(tables, references)
}

/**
 * What holds the data together, a line each: columns, constraints, indexes, triggers and functions of our own tables.
 * Two databases with the same lines keep the same promises.
 */
export async function structureOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ linea: string }>(`
    WITH ours AS (SELECT oid, nspname FROM pg_namespace WHERE nspname IN ('public', 'drizzle')),
    tables AS (SELECT c.oid, c.relname FROM pg_class c JOIN ours ON ours.oid = c.relnamespace WHERE c.relkind IN ('r', 'p'))
    SELECT format('column %s.%s %s%s%s%s', t.relname, a.attname, format_type(a.atttypid, a.atttypmod),
        CASE WHEN a.attnotnull THEN ' not null' ELSE '' END,
        CASE WHEN a.attidentity <> '' THEN ' identity ' || a.attidentity::text ELSE '' END,
        coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')) AS linea
      FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
    UNION ALL
    -- From PostgreSQL 18 on NOT NULL is a constraint too; the column says it already.
    SELECT format('constraint %s.%s %s', t.relname, k.conname, pg_get_constraintdef(k.oid))
      FROM tables t JOIN pg_constraint k ON k.conrelid = t.oid WHERE k.contype <> 'n'
    UNION ALL
    SELECT 'index ' || pg_get_indexdef(i.indexrelid) FROM tables t JOIN pg_index i ON i.indrelid = t.oid
    UNION ALL
    SELECT 'trigger ' || pg_get_triggerdef(g.oid) FROM tables t JOIN pg_trigger g ON g.tgrelid = t.oid
      WHERE NOT g.tgisinternal
    UNION ALL
    SELECT 'function ' || pg_get_functiondef(p.oid) FROM pg_proc p JOIN ours ON ours.oid = p.pronamespace
      WHERE p.prokind = 'f' AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.objid = p.oid AND e.deptype = 'e')`)
  return rows.map(({ linea }) => linea).sort()
}

/** Counts and sums up a table; times, numbers and bytes read the same on every connection of `openPlain`. */
export async function digestOf(client: pg.Client, { nombre }: Table): Promise<Digest> {
  const { rows } = await client.query<{ filas: string; huella: string }>(
    `SELECT count(*) AS filas, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text AS huella FROM ${nombre} t`,
  )
  return { filas: Number(rows[0]?.filas ?? 0), huella: rows[0]?.huella ?? '' }
}

/** Where every sequence stands. */
export async function positionsOf(client: pg.Client): Promise<Position[]> {
  const { rows: names } = await client.query<{ nombre: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS nombre FROM pg_sequences ORDER BY 1`,
  )
  if (names.length === 0) return []
  // One statement for all: a sequence can be read like a table of one row.
  const parts = names.map(
    ({ nombre }) => `SELECT '${nombre}' AS nombre, last_value::text AS valor, is_called AS usado FROM ${nombre}`,
  )
  return (await client.query<Position>(parts.join(' UNION ALL '))).rows
}

/** The migrations that were applied, oldest first, each by the hash of its file. */
export async function migrationsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>(
    'SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at',
  )
  return rows.map(({ hash }) => hash)
}
