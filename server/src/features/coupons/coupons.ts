import type { CouponCheck } from '@campus/contract/cart'
import { COUPON_HOLD_MINUTES, couponCode } from '@campus/contract/coupon-rules'
import { takesCourse } from '@campus/contract/discounts'
import { formatLimaDate } from '@campus/contract/formats'
import { UNKNOWN_CODE_TEXT } from '@campus/contract/order-rules'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, lock, query } from '../../platform/db/database.ts'
import { Failure, invalid } from '../../platform/failures.ts'
import { LIMA_TODAY } from '../learning/learning.ts'
import { guessing, type Shopper } from '../referrals/referrals.ts'

export type Coupon = Pick<CouponCheck, 'codigo' | 'porcentaje' | 'descuento' | 'cursos'> & {
  id: number
  id_codigo: number
  de_un_uso: boolean
  usos: number | null
  usos_persona: number | null
  cerrado: boolean
  empieza: string | null
  terminado: boolean
}

const TERMS = sql`c.id, c.porcentaje, round(c.descuento_centimos / 100.0, 2) AS descuento, c.de_un_uso, c.usos, c.usos_persona,
  (SELECT json_agg(x.id_curso ORDER BY x.id_curso) FROM cupon_cursos x WHERE x.id_cupon = c.id) AS cursos,
  c.cerrado_en IS NOT NULL AS cerrado, coalesce(c.hasta < ${LIMA_TODAY}, false) AS terminado,
  CASE WHEN c.desde > ${LIMA_TODAY} THEN c.desde END AS empieza`

/** @throws DATOS_INVALIDOS under `campo` for a code that the brand does not have */
export async function requireCoupon(db: Db, id_cliente: number, typed: string, campo: string): Promise<Coupon> {
  const codigo = couponCode(typed)
  if (!codigo) throw invalid(campo, UNKNOWN_CODE_TEXT)
  const [coupon] = await query<Coupon>(
    db,
    sql`SELECT ${TERMS}, k.id AS id_codigo, k.codigo FROM cupon_codigos k JOIN cupones c ON c.id = k.id_cupon
      WHERE k.id_cliente = ${id_cliente} AND k.codigo = ${codigo}`,
  )
  if (!coupon) throw invalid(campo, UNKNOWN_CODE_TEXT)
  return coupon
}

/** Who buys what: `huella` identifies the courses of an own order that would be paid instead of a new one. */
export type Purchase = { usuario: number | null; cursos: number[]; huella: string }

/** The longest that a payment is under way, with some days to spare. */
const OLDEST = sql.raw(`interval '40 days'`)

/** Of a use `u` that is not paid, with its order `o`: held since its purchase, or while the gateway has its payment. */
const HELD = sql.raw(
  `((u.retenido_hasta > clock_timestamp() AND o.estado IN ('pendiente', 'rechazada')) OR o.estado IN ('en_espera', 'en_revision'))`,
)

const used = (which: SQL): SQL =>
  sql`(SELECT count(*) FROM cupon_usos u WHERE ${which} AND u.usado_en IS NOT NULL)::int`

const held = (
  which: SQL,
  others: SQL = sql`true`,
): SQL => sql`(SELECT count(*) FROM cupon_usos u JOIN ordenes o ON o.id = u.id_orden
  WHERE ${which} AND u.usado_en IS NULL AND u.retenido_hasta > now() - ${OLDEST} AND ${HELD} AND ${others})::int`

/** Uses of a coupon `c`: paid, and held. */
export const USED = used(sql`u.id_cupon = c.id`)
export const ON_HOLD = held(sql`u.id_cupon = c.id`)
/** A use of the code `k`. */
export const CODE_ON_HOLD = sql`${held(sql`u.id_codigo = k.id`)} > 0`

type Counts = Record<'usados' | 'retenidos' | 'suyos' | 'del_codigo' | 'codigo_retenido', number>

/** What a person holds gives way to their next purchase; a payment that the gateway has does not. */
async function countUses(db: Db, { id, id_codigo }: Coupon, { usuario, huella }: Purchase): Promise<Counts> {
  const person = usuario ?? 0
  const others = sql`(o.id_usuario <> ${person} OR (o.estado IN ('en_espera', 'en_revision') AND o.huella <> ${huella}))`
  const [ofAll, ofCode] = [sql`u.id_cupon = ${id}`, sql`u.id_codigo = ${id_codigo}`]
  const ofPerson = sql`u.id_cupon = ${id} AND u.id_usuario = ${person}`
  const [counts] = await query<Counts>(
    db,
    sql`SELECT ${used(ofAll)} AS usados, ${held(ofAll, others)} AS retenidos, ${used(ofPerson)} + ${held(ofPerson, others)} AS suyos,
      ${used(ofCode)} AS del_codigo, ${held(ofCode, others)} AS codigo_retenido`,
  )
  if (!counts) throw new Error('the uses were not counted')
  return counts
}

const ON_HOLD_TEXT = 'Otra compra tiene apartado este cupón. Si no se paga, se libera en unos minutos.'
const USED_UP_TEXT = 'Este cupón ya se usó todas las veces que se podía.'

/** Why there is no use left; null where there is one. */
function whyNoUse(coupon: Coupon, counts: Counts): string | null {
  const { de_un_uso, usos, usos_persona } = coupon
  if (de_un_uso && counts.del_codigo > 0) return 'Este cupón ya se usó.'
  if (usos_persona !== null && counts.suyos >= usos_persona) return 'Este cupón ya se usó con esta cuenta.'
  if (de_un_uso && counts.codigo_retenido > 0) return ON_HOLD_TEXT
  if (usos === null || counts.usados + counts.retenidos < usos) return null
  return counts.usados >= usos ? USED_UP_TEXT : ON_HOLD_TEXT
}

/** Why the coupon cannot be used for the purchase, in the buyer's words; null where it can. */
async function whyNot(db: Db, coupon: Coupon, purchase: Purchase): Promise<string | null> {
  const { empieza, terminado, cerrado } = coupon
  if (cerrado || terminado) return 'Este cupón ya terminó.'
  if (empieza) return `Este cupón vale desde el ${formatLimaDate(`${empieza}T12:00:00Z`)}.`
  if (!purchase.cursos.some((id) => takesCourse(coupon, id))) return 'Este cupón no es para estos cursos.'
  return whyNoUse(coupon, await countUses(db, coupon, purchase))
}

const checkOf = ({ codigo, porcentaje, descuento, cursos }: Coupon, motivo: string | null): CouponCheck => ({
  ...{ codigo, porcentaje, descuento, cursos },
  ...{ valido: motivo === null, motivo },
})

export type CheckedCoupon = { check: CouponCheck; coupon: Coupon | null }

/** A typed code, with the reason why it cannot be used; `coupon` is null then. Wrong ones are throttled as referral codes are. */
export async function checkCoupon(db: Db, shopper: Shopper, typed: string, purchase: Purchase): Promise<CheckedCoupon> {
  try {
    const find = () => requireCoupon(db, shopper.id_cliente, typed, 'cupon')
    // What no coupon can have is no guess.
    const coupon = couponCode(typed) ? await guessing(db, shopper, find) : await find()
    const motivo = await whyNot(db, coupon, purchase)
    return { check: checkOf(coupon, motivo), coupon: motivo === null ? coupon : null }
  } catch (error) {
    const expected = error instanceof Failure && ['DATOS_INVALIDOS', 'DEMASIADOS_INTENTOS'].includes(error.code)
    if (!expected) throw error
    const codigo = couponCode(typed) ?? typed.toUpperCase()
    const nothing = { porcentaje: null, descuento: null, cursos: null }
    return { check: { codigo, ...nothing, valido: false, motivo: error.message }, coupon: null }
  }
}

/**
 * The coupon as it is now, until the transaction ends: orders of the same coupon wait here. The caller holds the buyer's lock.
 */
export async function lockUsable(
  tx: Db,
  { id, id_codigo, codigo }: Coupon,
  purchase: Purchase,
): Promise<CheckedCoupon> {
  await tx.execute(sql`SELECT FROM cupones WHERE id = ${id} FOR NO KEY UPDATE`)
  const [terms] = await query<Coupon>(tx, sql`SELECT ${TERMS} FROM cupones c WHERE c.id = ${id}`)
  if (!terms) throw new Error('the coupon is gone')
  const coupon = { ...terms, id_codigo, codigo }
  const motivo = await whyNot(tx, coupon, purchase)
  return { check: checkOf(coupon, motivo), coupon: motivo === null ? coupon : null }
}

/** Holds a use of a coupon by {@link lockUsable} for the order, again from now. What the person held with another order ends. */
export async function holdUse(
  tx: Db,
  coupon: Pick<Coupon, 'id' | 'id_codigo'>,
  orden: number,
  usuario: number,
): Promise<void> {
  const until = sql`clock_timestamp() + make_interval(mins => ${COUPON_HOLD_MINUTES})`
  await tx.execute(sql`UPDATE cupon_usos u SET retenido_hasta = clock_timestamp() WHERE u.id_cupon = ${coupon.id}
    AND u.id_usuario = ${usuario} AND u.id_orden <> ${orden} AND u.usado_en IS NULL AND u.retenido_hasta > clock_timestamp()`)
  await tx.execute(sql`INSERT INTO cupon_usos (id_orden, id_cupon, id_codigo, id_usuario, retenido_hasta)
    VALUES (${orden}, ${coupon.id}, ${coupon.id_codigo}, ${usuario}, ${until})
    ON CONFLICT (id_orden) DO UPDATE SET retenido_hasta = excluded.retenido_hasta`)
}

/** Of the code that an order has; null without one. */
export const couponOfOrder = (orden: SQL): SQL =>
  sql`(SELECT k.codigo FROM cupon_usos u JOIN cupon_codigos k ON k.id = u.id_codigo WHERE u.id_orden = ${orden})`

/** Orders of the brand with this coupon's code. */
export const ordersWithCoupon = (id_cliente: number, codigo: string): SQL =>
  sql`(SELECT u.id_orden FROM cupon_codigos k JOIN cupon_usos u ON u.id_codigo = k.id
    WHERE k.id_cliente = ${id_cliente} AND k.codigo = ${couponCode(codigo) ?? ''})`

/**
 * The order is paid, so its coupon is used, also where no use was left: then it waits for staff. Payments of one coupon wait
 * for each other by a lock of their own: a sale by staff holds the coupon's row before it writes money, a payment writes money first.
 */
export async function spendUse(tx: Db, orden: number): Promise<void> {
  const [use] = await query<{ id_cupon: number }>(
    tx,
    sql`SELECT u.id_cupon FROM cupon_usos u WHERE u.id_orden = ${orden} AND u.usado_en IS NULL`,
  )
  if (!use) return
  await lock(tx, 'cupon', use.id_cupon)
  await tx.execute(sql`UPDATE cupon_usos s SET usado_en = clock_timestamp(), visto_por = NULL, de_mas = coalesce(
      ${USED} >= c.usos, false) OR coalesce(${used(sql`u.id_cupon = c.id AND u.id_usuario = s.id_usuario`)} >= c.usos_persona, false)
      OR (c.de_un_uso AND ${used(sql`u.id_codigo = s.id_codigo`)} > 0)
    FROM cupones c WHERE c.id = s.id_cupon AND s.id_orden = ${orden}`)
}

/** The order was registered by mistake and never was paid. */
export async function freeUse(tx: Db, orden: number): Promise<void> {
  await tx.execute(sql`UPDATE cupon_usos SET usado_en = NULL, de_mas = false, visto_por = NULL, retenido_hasta = clock_timestamp()
    WHERE id_orden = ${orden} AND usado_en IS NOT NULL`)
}
