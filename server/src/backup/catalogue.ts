import type pg from 'pg'

/** The quoted name and the stored (not generated) columns. */
export type Table = { nombre: string; columnas: string[] }

/** The checksum is independent of row order. */
export type Digest = { filas: number; huella: string }

export type Position = { nombre: string; valor: string; usado: boolean }

/** Statistics that the queue rebuilds by itself. */
const EXCLUDED = 'pgboss.queue_stats'

type Reference = { from: string; to: string }

/** Referenced tables first, so that foreign keys hold while loading; of a circle any first ({@link keysAhead}). */
function sortByReferences(tables: Table[], references: Reference[]): Table[] {
  const waiting = new Map(tables.map((table) => [table.nombre, table]))
  const ordered: Table[] = []
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      ({ nombre }) => !references.some(({ from, to }) => from === nombre && to !== nombre && waiting.has(to)),
    )
    for (const table of ready.length > 0 ? ready : [...waiting.values()].slice(0, 1)) {
      ordered.push(table)
      waiting.delete(table.nombre)
    }
  }
  return ordered
}

/** Partitioned tables count as one. */
export async function tablesInOrder(client: pg.Client): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS nombre,
      array_agg(quote_ident(a.attname) ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columnas
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_t%'
      AND format('%I.%I', n.nspname, c.relname) <> '${EXCLUDED}'
    GROUP BY 1 ORDER BY 1`)
  const { rows: references } = await client.query<Reference>(`
    SELECT DISTINCT format('%I.%I', fn.nspname, f.relname) AS "from", format('%I.%I', tn.nspname, t.relname) AS "to"
    FROM pg_constraint k
    LEFT JOIN pg_inherits i ON i.inhrelid = k.conrelid
    JOIN pg_class f ON f.oid = coalesce(i.inhparent, k.conrelid) JOIN pg_namespace fn ON fn.oid = f.relnamespace
    JOIN pg_class t ON t.oid = k.confrelid JOIN pg_namespace tn ON tn.oid = t.relnamespace
    WHERE k.contype = 'f'`)
  return sortByReferences(tables, references)
}

type Key = { tabla: string; nombre: string; definicion: string }

/** Foreign keys to tables that come later, as in a circle: they hold once all is loaded. */
export async function keysAhead(client: pg.Client, tables: Pick<Table, 'nombre'>[]): Promise<Key[]> {
  const order = tables.map(({ nombre }) => nombre)
  const { rows } = await client.query<Key & { hacia: string }>(`
    SELECT format('%I.%I', fn.nspname, f.relname) AS tabla, format('%I.%I', tn.nspname, t.relname) AS hacia,
      quote_ident(k.conname) AS nombre, pg_get_constraintdef(k.oid) AS definicion
    FROM pg_constraint k JOIN pg_class f ON f.oid = k.conrelid JOIN pg_namespace fn ON fn.oid = f.relnamespace
    JOIN pg_class t ON t.oid = k.confrelid JOIN pg_namespace tn ON tn.oid = t.relnamespace
    WHERE k.contype = 'f' AND k.conparentid = 0 ORDER BY 1, 3`)
  return rows.filter(({ tabla, hacia }) => order.indexOf(hacia) > order.indexOf(tabla))
}

/** Columns, constraints, indexes, triggers and functions, one per line, for comparison. */
export async function structureOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    WITH ours AS (SELECT oid, nspname FROM pg_namespace WHERE nspname IN ('public', 'drizzle')),
    tables AS (SELECT c.oid, c.relname FROM pg_class c JOIN ours ON ours.oid = c.relnamespace WHERE c.relkind IN ('r', 'p'))
    SELECT format('column %s.%s %s%s%s%s', t.relname, a.attname, format_type(a.atttypid, a.atttypmod),
        CASE WHEN a.attnotnull THEN ' not null' ELSE '' END,
        CASE WHEN a.attidentity <> '' THEN ' identity ' || a.attidentity::text ELSE '' END,
        coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')) AS line
      FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
    UNION ALL
    -- Since PostgreSQL 18 NOT NULL is a constraint too; the column line already has it.
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
  return rows.map(({ line }) => line).sort()
}

/** Requires a `withPlainClient` connection, where values have one text form. */
export async function digestOf(client: pg.Client, { nombre }: Table): Promise<Digest> {
  const { rows } = await client.query<{ filas: string; huella: string }>(
    `SELECT count(*) AS filas, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text AS huella FROM ${nombre} t`,
  )
  return { filas: Number(rows[0]?.filas ?? 0), huella: rows[0]?.huella ?? '' }
}

export async function positionsOf(client: pg.Client): Promise<Position[]> {
  const { rows: names } = await client.query<{ nombre: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS nombre FROM pg_sequences ORDER BY 1`,
  )
  if (names.length === 0) return []
  const parts = names.map(
    ({ nombre }) => `SELECT '${nombre}' AS nombre, last_value::text AS valor, is_called AS usado FROM ${nombre}`,
  )
  return (await client.query<Position>(parts.join(' UNION ALL '))).rows
}

export async function migrationsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>(
    'SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at',
  )
  return rows.map(({ hash }) => hash)
}
