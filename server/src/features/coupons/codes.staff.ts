import { randomInt } from 'node:crypto'
import { lettersAndDigits } from '@campus/contract/codes'
import { isLikeReferral, MAX_COUPON_CODES } from '@campus/contract/coupon-rules'
import type { Coupon, CouponCodeRow, CouponCodesQuery, NewCodes } from '@campus/contract/coupons'
import { CSV_BEGINNING, csvLine } from '@campus/contract/csv-text'
import { sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { type List, listRows } from '../../kit/lists/lists.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { findCoupon, lockCoupon } from './coupons.staff.ts'
import { CODE_ON_HOLD } from './coupons.ts'

/** Without those that are mistaken for another: 10 of 30 are 49 bits. */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ2346789'
const LENGTH = 10

function drawCode(): string {
  const code = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return isLikeReferral(code) ? drawCode() : code
}

/** @throws DATOS_INVALIDOS */
function checkRoom({ codigo, cerrado_en, limite }: Coupon, cantidad: number): void {
  if (codigo !== null) throw invalid('cantidad', 'Este cupón tiene un solo código.')
  if (cerrado_en !== null) throw invalid('cantidad', 'Este cupón está cerrado.')
  const left = MAX_COUPON_CODES - (limite ?? 0)
  if (cantidad <= left) return
  const most = `Un cupón tiene hasta ${MAX_COUPON_CODES} códigos`
  throw invalid('cantidad', left > 0 ? `${most}: puedes crear ${left} más.` : `${most}: crea otro cupón.`)
}

async function insertCodes(tx: Db, { id_cliente }: Identity, id: number, { cantidad, envio }: NewCodes): Promise<void> {
  const codes = new Set<string>()
  while (codes.size < cantidad) codes.add(drawCode())
  const made = await query<{ id: number }>(
    tx,
    sql`INSERT INTO cupon_codigos (id_cupon, id_cliente, codigo, envio) SELECT ${id}::bigint, ${id_cliente}::bigint, t.codigo, ${envio ?? null}::uuid
      FROM unnest(${sql.param([...codes])}::text[]) t (codigo) ON CONFLICT DO NOTHING RETURNING id`,
  )
  // Once in many thousand years; the request can be sent again.
  if (made.length < cantidad) throw fail('NO_DISPONIBLE')
}

/** Codes for one use each; a repeated request makes none. @throws NO_ENCONTRADO, DATOS_INVALIDOS */
export async function makeCodes(db: Db, identity: Identity, id: number, body: NewCodes): Promise<Coupon> {
  const { cantidad, envio = null } = body
  return db.transaction(async (tx) => {
    const coupon = await lockCoupon(tx, identity, id)
    const [known] = await query<{ there: boolean }>(
      tx,
      sql`SELECT EXISTS (SELECT FROM cupon_codigos WHERE id_cupon = ${id} AND envio = ${envio}::uuid) AS there`,
    )
    if (known?.there) return coupon
    checkRoom(coupon, cantidad)
    await insertCodes(tx, identity, id, body)
    await audit(tx, 'gestion', { objeto: `cupon:${id}`, detalle: { hecho: 'códigos creados', cantidad } })
    return findCoupon(tx, identity, id)
  })
}

/** The use of a code `k` that counts: its paid one, otherwise the last that holds it. */
const USE = sql`LEFT JOIN LATERAL (SELECT u.usado_en, o.numero, trim(p.nombres || ' ' || p.apellidos) AS comprador
  FROM cupon_usos u JOIN ordenes o ON o.id = u.id_orden JOIN usuarios p ON p.id = o.id_usuario
  WHERE u.id_codigo = k.id ORDER BY u.usado_en NULLS LAST, u.id_orden DESC LIMIT 1) w ON true`

const STATE = sql`CASE WHEN w.usado_en IS NOT NULL THEN 'usado' WHEN ${CODE_ON_HOLD} THEN 'apartado' ELSE 'libre' END`

const CODES: List<Pick<CouponCodesQuery, 'estado'>> = {
  from: sql`cupon_codigos k ${USE}`,
  id: sql.raw('k.id'),
  columns: sql`k.id, k.codigo, ${STATE} AS estado, w.usado_en, CASE WHEN ${STATE} <> 'libre' THEN w.numero END AS numero,
    CASE WHEN ${STATE} <> 'libre' THEN w.comprador END AS comprador`,
  sorts: { creado: { by: sql.raw('k.id'), type: 'bigint' } },
  defaultSort: 'creado',
  search: (q) => sql`k.codigo LIKE ${`%${lettersAndDigits(q)}%`}`,
  filters: { estado: (estado) => sql`${STATE} = ${estado}` },
}

/** @throws NO_ENCONTRADO */
export async function listCodes(db: Db, identity: Identity, id: number, asked: CouponCodesQuery) {
  await findCoupon(db, identity, id)
  return listRows<CouponCodeRow, Pick<CouponCodesQuery, 'estado'>>(db, CODES, asked, sql`k.id_cupon = ${id}`)
}

const STATE_TEXTS = { libre: 'Libre', apartado: 'Apartado', usado: 'Usado' }

/** @throws NO_ENCONTRADO */
export async function codesAsCsv(db: Db, identity: Identity, id: number): Promise<string> {
  await findCoupon(db, identity, id)
  const rows = await query<Pick<CouponCodeRow, 'codigo' | 'estado' | 'numero'>>(
    db,
    sql`SELECT k.codigo, ${STATE} AS estado, CASE WHEN ${STATE} <> 'libre' THEN w.numero END AS numero
      FROM ${CODES.from} WHERE k.id_cupon = ${id} ORDER BY k.id LIMIT ${MAX_COUPON_CODES}`,
  )
  const lines = rows.map(({ codigo, estado, numero }) => csvLine([codigo, STATE_TEXTS[estado], numero]))
  return `${CSV_BEGINNING}${csvLine(['Código', 'Estado', 'Orden'])}${lines.join('')}`
}
