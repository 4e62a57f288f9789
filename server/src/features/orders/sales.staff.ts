import { createHash } from 'node:crypto'
import { UNPAID_STATES } from '@campus/contract/order-rules'
import type { RegisteredSale, SaleBody } from '@campus/contract/sales'
import { quoted } from '@campus/contract/texts'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { type Db, lock, query } from '../../platform/db/database.ts'
import { Failure, fail, invalid } from '../../platform/failures.ts'
import { can } from '../../platform/http/access.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { unknownPassword } from '../accounts/accounts.ts'
import { clientes } from '../brands/brands.tables.ts'
import { isEnrolled } from '../learning/learning.ts'
import { insertOrder, type Line, type Quote, quoteOf, readLines } from './checkout.ts'
import { openCourses } from './course-access.ts'
import { couponOfSale, type Deal, spread } from './deals.ts'
import { agreePlan } from './instalments.ts'
import { soles } from './money.ts'
import { cuotas } from './movements.tables.ts'
import { limaDay, writeMovement } from './movements.ts'
import { orden_lineas, ordenes } from './orders.tables.ts'
import { takePlaces } from './places.ts'
import { writeReceipt } from './receipts.ts'
import { makeBuyer } from './sale-people.staff.ts'
import { auditOrders } from './settlement.ts'

type OrderRow = typeof ordenes.$inferSelect

/** `pasarela` of orders that staff registered. */
const BY_STAFF = 'manual'

const SALES = limit('vender_usuario', 600, 60 * 60)
/** Each tells something of an account. */
const REFUSED_MAILS = limit('correos_rechazados_venta', 100, 60 * 60)

/** What the sale of one person is, also in a list; the others are in `SaleBody`. */
export type Sale = Pick<
  SaleBody,
  | 'medio'
  | 'operacion'
  | 'dia'
  | 'motivo'
  | 'total'
  | 'envio'
  | 'descuento'
  | 'cupon'
  | 'comprobante'
  | 'cuotas'
  | 'grupos'
>

/** Percent of a price that the caller may take off. */
export async function discountLimit(db: Db, identity: Identity): Promise<number> {
  if (can(identity, 'ventas.descuento')) return 100
  const [brand] = await db
    .select({ most: clientes.descuento_venta })
    .from(clientes)
    .where(eq(clientes.id, identity.id_cliente))
  return brand?.most ?? 0
}

/** What a request made; null where it made nothing yet. */
export async function findSale(tx: Db, { id }: Identity, envio: string): Promise<RegisteredSale | null> {
  const [row] = await query<RegisteredSale>(
    tx,
    sql`SELECT o.numero, round(o.total_centimos / 100.0, 2)::float AS total,
      coalesce((SELECT round(sum(m.centimos) / 100.0, 2) FROM movimientos m WHERE m.id_orden = o.id), 0)::float AS cobrado, u.id AS id_usuario,
      trim(u.nombres || ' ' || u.apellidos) AS nombre, NOT u.clave_propia AS invitada,
      (SELECT jsonb_agg(jsonb_build_object('id', l.id_curso, 'nombre', l.nombre) ORDER BY l.id_curso)
        FROM orden_lineas l WHERE l.id_orden = o.id) AS cursos
    FROM ordenes o JOIN usuarios u ON u.id = o.id_usuario WHERE o.id_personal = ${id} AND o.envio = ${envio}`,
  )
  return row ?? null
}

/** @throws DATOS_INVALIDOS under `dia` */
export function checkDay(dia: string): void {
  const today = limaDay()
  if (dia > today) throw invalid('dia', 'El día todavía no llega.')
  const [year = 0] = today.split('-').map(Number)
  if (dia < today.replace(/^\d+/, String(year - 1))) throw invalid('dia', 'El día es de hace más de un año.')
}

/** Between what stands and what was seen. @throws DATOS_INVALIDOS under `total` */
function checkTotal(now: number, seen: number): void {
  if (now === Math.round(seen * 100)) return
  throw invalid('total', `El total cambió: ahora es ${soles(now)}. Revísalo y vuelve a registrar la venta.`)
}

/** @throws DATOS_INVALIDOS under `descuento` or `medio` */
async function discountOfSale(tx: Db, identity: Identity, { medio, descuento = 0 }: Sale, subtotal: number) {
  const gift = medio === 'cortesia'
  const asked = gift ? subtotal : Math.round(descuento * 100)
  if (asked > subtotal) throw invalid('descuento', `El descuento no puede pasar de ${soles(subtotal)}.`)
  if (!gift && asked === subtotal) throw invalid('medio', 'No queda nada por cobrar: elige Cortesía.')
  const percent = await discountLimit(tx, identity)
  const most = Math.floor((subtotal * percent) / 100)
  if (asked <= most) return asked
  if (gift) throw invalid('medio', 'Una cortesía la registra quien administra la academia.')
  throw invalid('descuento', `Puedes descontar hasta ${soles(most)} (${percent} %).`)
}

type Buyer = { usuario: number; id_cliente: number }

/** @throws DATOS_INVALIDOS under `cursos` or `grupos`, YA_MATRICULADO */
async function quoteSale(tx: Db, identity: Identity, buyer: Buyer, ids: number[], sale: Sale): Promise<Quote> {
  const rows = await readLines(tx, buyer, ids)
  if (rows.length < ids.length) throw invalid('cursos', 'Uno de los cursos ya no está a la venta.')
  refuseOwned(rows.filter(({ propio }) => propio).map(({ nombre }) => nombre))
  refuseOwing(rows.filter(({ debe }) => debe).map(({ nombre }) => nombre))
  const priced = rows.map(({ propio: _, debe: __, ...line }) => line)
  const lineas = await takePlaces(tx, buyer, priced, sale.grupos, { byStaff: true, field: 'grupos' })
  const quote = quoteOf(
    sale.cupon ? await couponOfSale(tx, buyer, lineas, sale.cupon) : await discountDeal(tx, identity, lineas, sale),
  )
  checkTotal(quote.total, sale.total)
  return quote
}

async function discountDeal(tx: Db, identity: Identity, lines: Line[], sale: Sale): Promise<Deal<Line>> {
  const subtotal = lines.reduce((sum, line) => sum + line.precio_centimos, 0)
  const descuento = await discountOfSale(tx, identity, sale, subtotal)
  return { lineas: spread(lines, descuento), descuento, codigo: null, cupon: null }
}

/** @throws YA_MATRICULADO */
function refuseOwned(names: string[]): void {
  if (names.length === 0) return
  throw fail('YA_MATRICULADO', { message: `Ya tiene una matrícula vigente en ${names.map(quoted).join(', ')}.` })
}

/** @throws YA_MATRICULADO */
function refuseOwing(names: string[]): void {
  if (names.length === 0) return
  const message = `Tiene ${names.map(quoted).join(', ')} en pausa por una cuota vencida: registra la cuota en su venta.`
  throw fail('YA_MATRICULADO', { message })
}

/** Unpaid orders of the buyer that have one of the courses: what they were for is sold now. */
async function cancelUnpaid(tx: Db, { usuario }: Buyer, ids: number[], kept: number): Promise<void> {
  const rows = await tx
    .select()
    .from(ordenes)
    .where(
      and(
        eq(ordenes.id_usuario, usuario),
        sql`${ordenes.id} <> ${kept} AND ${ordenes.estado} = ANY (${sql.param(UNPAID_STATES)}::text[])
          AND EXISTS (SELECT FROM orden_lineas l WHERE l.id_orden = ordenes.id AND l.id_curso = ANY (${sql.param(ids)}::bigint[]))`,
      ),
    )
    .orderBy(ordenes.id)
    .for('update')
  if (rows.length === 0) return
  await tx
    .update(ordenes)
    .set({ estado: 'cancelada' })
    .where(sql`${ordenes.id} = ANY (${sql.param(rows.map(({ id }) => id))}::bigint[])`)
  await auditOrders(tx, rows, 'cancelada')
}

/** The money, the courses and the line of a sale whose order the caller made or holds. */
async function collect(tx: Db, jobs: Jobs, identity: Identity, order: OrderRow, sale: Sale): Promise<void> {
  if (sale.comprobante) await writeReceipt(tx, order.id, sale.comprobante)
  const { medio, dia, motivo } = sale
  const operacion = sale.operacion || null
  const centimos = sale.cuotas ? await agreePlan(tx, order, sale.cuotas, dia) : order.total_centimos
  const cuota = sale.cuotas ? 1 : null
  const cobro = { medio, operacion, dia, motivo: motivo || null, personal: identity, salda: true, cuota }
  await writeMovement(tx, order, { ...cobro, tipo: 'cobro', centimos })
  const lines = await tx.select().from(orden_lineas).where(eq(orden_lineas.id_orden, order.id))
  await audit(tx, 'gestion', {
    sobre: order.id_usuario,
    objeto: `orden:${order.numero}`,
    detalle: {
      ...{ hecho: 'venta', medio, operacion, dia, centimos, descuento: order.descuento_centimos },
      ...{
        cursos: lines.map(({ id_curso }) => String(id_curso)),
        ...(motivo && { motivo }),
        ...(sale.cupon && { cupon: sale.cupon }),
        ...(sale.cuotas && { cuotas: sale.cuotas.length, total: order.total_centimos }),
      },
    },
  })
  await openCourses(tx, jobs, order)
}

/**
 * Sells courses to a student of the caller's brand; the caller has checked that `envio` is new and holds the buyer.
 * @throws DATOS_INVALIDOS, YA_MATRICULADO, OPERACION_REPETIDA
 */
export async function sellCourses(tx: Db, jobs: Jobs, identity: Identity, usuario: number, ids: number[], sale: Sale) {
  checkDay(sale.dia)
  const buyer = { usuario, id_cliente: identity.id_cliente }
  await cancelUnpaid(tx, buyer, ids, 0)
  const quote = await quoteSale(tx, identity, buyer, ids, sale)
  const { envio, motivo } = sale
  const order = await insertOrder(tx, buyer, quote, BY_STAFF, {
    ...{ id_personal: identity.id, envio, motivo: motivo || null },
  })
  await collect(tx, jobs, identity, order, sale)
}

/** Of one list: the same for the same list and person, so that a retry finds what was sold. */
function envioOf(list: string, usuario: number): string {
  const hex = createHash('sha256').update(`${list}:${usuario}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

type Sales = Omit<Sale, 'operacion' | 'descuento' | 'cupon' | 'cuotas'> & {
  cursos: number[]
  personas: { usuario: number; correo: string; operacion: string | null }[]
}

/** {@link sellCourses} to each person of a list, all or none; a refusal names the person. */
export async function sellToEach(tx: Db, jobs: Jobs, identity: Identity, { personas, cursos, ...sale }: Sales) {
  await lock(tx, 'venta', identity.id)
  const sorted = personas.toSorted((a, b) => a.usuario - b.usuario)
  await lock(
    tx,
    'orden',
    sorted.map(({ usuario }) => usuario),
  )
  for (const { usuario, correo, operacion } of sorted) {
    const envio = envioOf(sale.envio, usuario)
    if (await findSale(tx, identity, envio)) continue
    await sellCourses(tx, jobs, identity, usuario, cursos, { ...sale, operacion, envio }).catch((refusal) => {
      const named = refusal instanceof Failure && refusal.status === 409
      throw named ? fail(refusal.code, { message: `${correo}: ${refusal.message}` }) : refusal
    })
  }
}

/** @throws NO_ENCONTRADO, DATOS_INVALIDOS, YA_MATRICULADO, OPERACION_REPETIDA */
async function payOrder(tx: Db, jobs: Jobs, identity: Identity, numero: string, sale: Sale): Promise<void> {
  const ofBrand = and(eq(ordenes.numero, numero), eq(ordenes.id_cliente, identity.id_cliente))
  const [owner] = await tx.select({ usuario: ordenes.id_usuario }).from(ordenes).where(ofBrand)
  if (!owner) throw fail('NO_ENCONTRADO')
  await lock(tx, 'orden', owner.usuario)
  const [order] = await tx.select().from(ordenes).where(ofBrand).for('update')
  if (!order) throw fail('NO_ENCONTRADO')
  if (![...UNPAID_STATES, 'cancelada'].includes(order.estado))
    throw invalid('orden', 'Esta orden ya no se puede cobrar.')
  if ((await tx.$count(cuotas, eq(cuotas.id_orden, order.id))) > 0)
    throw invalid('orden', 'Esta venta era en cuotas y se anuló: registra una venta nueva.')
  checkDay(sale.dia)
  const lines = await query<{ id: number; nombre: string; propio: boolean }>(
    tx,
    sql`SELECT l.id_curso AS id, l.nombre, ${isEnrolled(owner.usuario, sql.raw('l.id_curso'))} AS propio
      FROM orden_lineas l WHERE l.id_orden = ${order.id} ORDER BY 1`,
  )
  const ids = lines.map(({ id }) => id)
  await cancelUnpaid(tx, { ...owner, id_cliente: identity.id_cliente }, ids, order.id)
  refuseOwned(lines.filter(({ propio }) => propio).map(({ nombre }) => nombre))
  checkTotal(order.total_centimos, sale.total)
  const registered = { id_personal: identity.id, envio: sale.envio, motivo: sale.motivo || null }
  await tx.update(ordenes).set(registered).where(eq(ordenes.id, order.id))
  await collect(tx, jobs, identity, { ...order, ...registered }, sale)
}

/** @throws NO_ENCONTRADO */
async function requireStudent(tx: Db, { id_cliente }: Identity, id: number): Promise<number> {
  const [person] = await tx
    .select({ id: usuarios.id })
    .from(usuarios)
    .where(
      and(
        eq(usuarios.id, id),
        eq(usuarios.id_cliente, id_cliente),
        eq(usuarios.tipo_cliente, 'Alumno'),
        eq(usuarios.estado, 1),
      ),
    )
  if (!person) throw fail('NO_ENCONTRADO')
  return person.id
}

/** Counts a mail that could not be used, and leaves a line. @throws DEMASIADOS_INTENTOS instead */
async function countRefused(db: Db, identity: Identity, refusal: unknown): Promise<never> {
  if (refusal instanceof Failure && refusal.details.errors?.['persona.correo']) {
    await audit(db, 'gestion', { objeto: 'ventas', detalle: { hecho: 'correos rechazados', rechazados: 1 } })
    await throttle(db, REFUSED_MAILS, String(identity.id))
  }
  throw refusal
}

/**
 * A sale by staff (docs/product/staff.md 17): order, money, enrolment, mail and line, or nothing. A retry with the same
 * `envio` gets what the first one made.
 * @throws NO_ENCONTRADO, DATOS_INVALIDOS, YA_MATRICULADO, OPERACION_REPETIDA, DEMASIADOS_INTENTOS
 */
export async function registerSale(db: Db, jobs: Jobs, identity: Identity, body: SaleBody): Promise<RegisteredSale> {
  await throttle(db, SALES, String(identity.id))
  // Hashed before the transaction, which would hold a connection meanwhile.
  const password_hash = body.persona && (await unknownPassword())
  const sold = db.transaction(async (tx) => {
    await lock(tx, 'venta', identity.id)
    const before = await findSale(tx, identity, body.envio)
    if (before) return before
    const { orden, cursos = [], persona, id_usuario = 0 } = body
    if (orden) await payOrder(tx, jobs, identity, orden, body)
    else {
      const usuario =
        persona && password_hash
          ? await makeBuyer(tx, jobs, identity, persona, { curso: cursos[0] ?? 0, password_hash })
          : await requireStudent(tx, identity, id_usuario)
      await lock(tx, 'orden', usuario)
      await sellCourses(tx, jobs, identity, usuario, cursos, body)
    }
    const made = await findSale(tx, identity, body.envio)
    if (!made) throw new Error('the sale was not registered')
    return made
  })
  return sold.catch((refusal) => countRefused(db, identity, refusal))
}
