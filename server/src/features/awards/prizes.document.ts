import { checkPrizes, type PrizesDocument } from '@campus/contract/documents/site'
import { cleanLine } from '@campus/contract/texts'
import { sql } from 'drizzle-orm'
import {
  brandTarget,
  type DocumentRules,
  OWN_PICTURE,
  type Report,
  type Target,
  type Written,
} from '../../kit/documents/documents.ts'
import { type Db, query, recordset } from '../../platform/db/database.ts'

type Prize = PrizesDocument['premios'][number]

async function read(tx: Db, targets: Target[]): Promise<Map<string, PrizesDocument>> {
  const brand = targets[0]?.id ?? 0
  const premios = await query<Prize>(
    tx,
    sql`SELECT p.id, p.premio, p.puesto, p.imagen FROM premios p WHERE p.id_cliente = ${brand} AND p.estado = 1
      ORDER BY p.orden, p.id`,
  )
  return new Map(targets.map(({ objeto }) => [objeto, { premios }]))
}

function reportOf({ documento }: Written<PrizesDocument>): Report {
  const found = checkPrizes(documento)
  for (const [at, { imagen }] of documento.premios.entries())
    if (imagen && !OWN_PICTURE.test(imagen))
      found.errores.push({ ruta: `premios.${at}.imagen`, texto: 'Sube la imagen.' })
  return { ...found, efectos: [], recalificar: [] }
}

/** Of a row, or of a prize that has none yet, its name until it gets one. */
const rowOf = ({ id, premio, puesto, imagen }: Prize, at: number) => ({
  id: typeof id === 'number' ? id : null,
  clave: `n-${id}`,
  premio,
  puesto,
  imagen,
  orden: at + 1,
})

const isWhole = ({ premio, puesto }: Prize) => premio !== '' && puesto !== null && puesto >= 1

/** Prizes are what the document says, in its order; those that it no longer names are withdrawn. */
async function writePrizes(tx: Db, brand: number, { premios }: PrizesDocument): Promise<void> {
  const given = premios.filter(isWhole).map(rowOf)
  await tx.execute(sql`UPDATE premios SET estado = 0 WHERE id_cliente = ${brand} AND estado = 1`)
  await tx.execute(sql`WITH x AS (SELECT *
      FROM ${recordset(given, 'x(id int, clave text, premio text, puesto int, imagen text, orden int)')})
    INSERT INTO premios (id_cliente, clave, premio, puesto, imagen, orden, estado)
    SELECT DISTINCT ON (coalesce(p.clave, x.clave)) ${brand}::int, coalesce(p.clave, x.clave), x.premio, x.puesto, x.imagen, x.orden, 1
    FROM x LEFT JOIN premios p ON p.id = x.id AND p.id_cliente = ${brand}
    ORDER BY coalesce(p.clave, x.clave), x.orden
    ON CONFLICT (id_cliente, clave) DO UPDATE SET premio = excluded.premio, puesto = excluded.puesto,
      imagen = excluded.imagen, orden = excluded.orden, estado = 1`)
}

export const prizeKeys = async (tx: Db, brand: number): Promise<string[]> =>
  (await query<{ clave: string }>(tx, sql`SELECT clave FROM premios WHERE id_cliente = ${brand}`)).map(
    (row) => row.clave,
  )

/** Hidden rows for the keys of files; their ids by key. */
export async function placePrizes(tx: Db, brand: number, keys: string[]): Promise<Map<string, number>> {
  await tx.execute(sql`INSERT INTO premios (id_cliente, clave, premio, puesto, orden, estado)
    SELECT ${brand}::int, k, k, 1, n, 0 FROM unnest(${sql.param(keys)}::text[]) WITH ORDINALITY x(k, n)
    WHERE NOT EXISTS (SELECT 1 FROM premios p WHERE p.id_cliente = ${brand} AND p.clave = k) ORDER BY n`)
  const rows = await query<{ id: number; clave: string }>(
    tx,
    sql`SELECT id, clave FROM premios WHERE id_cliente = ${brand} AND clave = ANY(${sql.param(keys)}::text[])`,
  )
  return new Map(rows.map(({ id, clave }) => [clave, id]))
}

/** `premios` */
export const prizeDocuments: DocumentRules<PrizesDocument> = {
  find: async (_tx, brand, names) => names.map((name) => brandTarget(name, brand, 'Premios')),
  read,
  clean: ({ premios }) => ({ premios: premios.map((prize) => ({ ...prize, premio: cleanLine(prize.premio) })) }),
  check: async (_tx, all) => new Map(all.map((written) => [written.target.objeto, reportOf(written)])),
  write: async (tx, all, brand) => {
    for (const { documento } of all) await writePrizes(tx, brand, documento)
  },
}
