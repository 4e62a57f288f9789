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

/** `id` is null where the prize has no row yet. */
const rowOf = ({ id, premio, puesto, imagen }: Prize, at: number) => ({
  id: typeof id === 'number' ? id : null,
  premio,
  puesto,
  imagen,
  orden: at + 1,
})

const isWhole = ({ premio, puesto }: Prize) => premio !== '' && puesto !== null && puesto >= 1

/** Prizes are what the document says, in its order; those that it no longer names are withdrawn. */
async function writePrizes(tx: Db, brand: number, { premios }: PrizesDocument): Promise<void> {
  const rowsOfPrizes = premios.filter(isWhole).map(rowOf)
  await tx.execute(sql`UPDATE premios SET estado = 0 WHERE id_cliente = ${brand} AND estado = 1`)
  const rows = recordset(rowsOfPrizes, 'x(id bigint, premio text, puesto int, imagen text, orden int)')
  await tx.execute(sql`UPDATE premios p SET premio = x.premio, puesto = x.puesto, imagen = x.imagen, orden = x.orden, estado = 1
    FROM ${rows} WHERE p.id = x.id AND p.id_cliente = ${brand}`)
  await tx.execute(sql`INSERT INTO premios (id_cliente, premio, puesto, imagen, orden)
    SELECT ${brand}::bigint, x.premio, x.puesto, x.imagen, x.orden FROM ${rows}
    WHERE NOT EXISTS (SELECT 1 FROM premios p WHERE p.id = x.id AND p.id_cliente = ${brand}) ORDER BY x.orden`)
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
