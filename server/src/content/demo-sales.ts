import { randomUUID } from 'node:crypto'
import type { SaleBody } from '@campus/contract/sales'
import { sql } from 'drizzle-orm'
import { checkout, readLines } from '../features/orders/checkout.ts'
import type { PaymentStatus } from '../features/orders/gateway.ts'
import { limaDay } from '../features/orders/movements.ts'
import { requestRefund } from '../features/orders/refund-requests.ts'
import { refundOrder } from '../features/orders/refunding.ts'
import { findSale, sellCourses } from '../features/orders/sales.staff.ts'
import { changeSandboxPayment, makeSandboxPayment, sandbox } from '../features/orders/sandbox.ts'
import { applyPayment } from '../features/orders/settlement.ts'
import type { Config } from '../platform/config.ts'
import { type Db, query } from '../platform/db/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import { DEMO_PASSWORD } from './demo-accounts.ts'
import { as, backdate, person } from './demo-people.ts'

/** No one is written to, and no queue exists yet. */
const NO_JOBS = { send: async () => undefined, sendAll: async () => undefined } as unknown as Jobs

/** Approved unless said otherwise; `falta`: céntimos of the price that were not paid; `luego`: what the bank does a day later. */
type Sale = {
  correo: string
  dias: number
  cursos: string[]
  pago?: PaymentStatus
  falta?: number
  luego?: 'refunded'
  /** Asks for the money back a day later. */
  motivo?: string
}

const BRAND_COURSE = 'diseno-de-marca-para-emprendedores'
const VIDEO = 'edicion-de-video-con-kdenlive'
const PODCAST = 'produccion-de-podcast'

const SALES: readonly Sale[] = [
  { correo: 'mateo.zevallos@alumnos.demo.pe', dias: 38, cursos: [PODCAST] },
  { correo: 'sebastian.castillo@alumnos.demo.pe', dias: 27, cursos: [VIDEO] },
  { correo: 'felipe.cardenas@alumnos.demo.pe', dias: 24, cursos: [BRAND_COURSE] },
  { correo: 'nayra.choque@alumnos.demo.pe', dias: 21, cursos: [PODCAST] },
  { correo: 'vicente.araya@alumnos.demo.pe', dias: 18, cursos: [BRAND_COURSE], luego: 'refunded' },
  { correo: 'renzo.villanueva@alumnos.demo.pe', dias: 15, cursos: [BRAND_COURSE, VIDEO] },
  { correo: 'emiliano.cruz@alumnos.demo.pe', dias: 12, cursos: [VIDEO] },
  { correo: 'rodrigo.navarro@alumnos.demo.pe', dias: 9, cursos: [VIDEO] },
  { correo: 'joaquin.benites@alumnos.demo.pe', dias: 8, cursos: [PODCAST] },
  { correo: 'santiago.pardo@alumnos.demo.pe', dias: 6, cursos: [BRAND_COURSE, PODCAST] },
  { correo: 'alumna@demo.pe', dias: 5, cursos: [PODCAST] },
  { correo: 'ivan.carhuaricra@alumnos.demo.pe', dias: 4, cursos: [PODCAST] },
  {
    correo: 'micaela.arce@alumnos.demo.pe',
    dias: 3,
    cursos: [VIDEO],
    motivo: 'Me equivoqué de curso: buscaba uno para editar desde el celular y todavía no lo he empezado.',
  },
  { correo: 'wayra.flores@alumnos.demo.pe', dias: 2, cursos: [PODCAST], falta: 1000 },
  { correo: 'gonzalo.farfan@alumnos.demo.pe', dias: 1, cursos: [BRAND_COURSE], pago: 'rejected' },
  { correo: 'ximena.ayala@alumnos.demo.pe', dias: 1, cursos: [PODCAST], pago: 'pending' },
  { correo: 'camila.rojas@alumnos.demo.pe', dias: 0, cursos: [PODCAST] },
]

/** By the cashier; `vuelve`: soles that the academy gave back a day later. */
type CounterSale = Pick<Sale, 'correo' | 'dias' | 'cursos'> & {
  medio: SaleBody['medio']
  operacion?: string
  vuelve?: number
}

const COUNTER_SALES: readonly CounterSale[] = [
  { correo: 'emiliano.cruz@alumnos.demo.pe', dias: 34, cursos: [PODCAST], medio: 'yape', operacion: '00412877' },
  {
    correo: 'felipe.cardenas@alumnos.demo.pe',
    dias: 19,
    cursos: [VIDEO],
    medio: 'transferencia',
    operacion: '7719034',
  },
  { correo: 'nayra.choque@alumnos.demo.pe', dias: 11, cursos: [BRAND_COURSE], medio: 'efectivo' },
  {
    ...{ correo: 'bruno.espinoza@alumnos.demo.pe', dias: 7, cursos: [BRAND_COURSE, VIDEO] },
    ...{ medio: 'yape' as const, operacion: '00438120', vuelve: 30 },
  },
  { correo: 'joaquin.benites@alumnos.demo.pe', dias: 1, cursos: [VIDEO], medio: 'efectivo' },
]

async function idsOf(tx: Db, idCliente: number, cursos: string[]): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    sql`SELECT id FROM cursos WHERE id_cliente = ${idCliente} AND clave = ANY (${sql.param(cursos)}::text[]) ORDER BY id`,
  )
  return rows.map(({ id }) => id)
}

async function sell(tx: Db, config: Config, sale: Sale): Promise<void> {
  const { correo, dias, cursos, pago = 'approved', falta = 0, luego, motivo } = sale
  const buyer = await person(tx, correo)
  const gateway = sandbox(tx, config)
  const ids = await idsOf(tx, buyer.id_cliente, cursos)
  const settle = async (id: string | null) => {
    const payment = id && (await gateway.readPayment(id))
    if (!payment) throw new Error(`the payment of ${correo} is not there`)
    await applyPayment(tx, NO_JOBS, gateway, { ...payment, amountCentimos: payment.amountCentimos - falta })
  }
  await as(buyer, async () => {
    const shopper = { usuario: buyer.id, id_cliente: buyer.id_cliente, direccion: '' }
    const { orden } = await checkout({ db: tx, jobs: NO_JOBS, config, gateway }, shopper, ids, {})
    await settle(await makeSandboxPayment(tx, orden, pago))
    await backdate(tx, dias)
    if (luego) await settle(await changeSandboxPayment(tx, orden, luego))
    if (motivo) await requestRefund(tx, NO_JOBS, buyer.id, orden, { cursos: ids, motivo })
    await backdate(tx, Math.max(dias - 1, 0))
  })
}

async function sellAtCounter(tx: Db, sale: CounterSale): Promise<void> {
  const { correo, dias, cursos, medio, operacion = null, vuelve } = sale
  const [cashier, owner] = [await person(tx, 'caja@demo.pe', 'caja'), await person(tx, 'admin@demo.pe', 'marca')]
  const buyer = await person(tx, correo)
  const ids = await idsOf(tx, buyer.id_cliente, cursos)
  const lines = await readLines(tx, { usuario: buyer.id, id_cliente: buyer.id_cliente }, ids)
  const total = lines.reduce((sum, { precio_centimos }) => sum + precio_centimos, 0) / 100
  const envio = randomUUID()
  await as(cashier, () =>
    sellCourses(tx, NO_JOBS, cashier, buyer.id, ids, { medio, operacion, dia: limaDay(), total, envio }),
  )
  await backdate(tx, dias)
  const sold = await findSale(tx, cashier, envio)
  if (vuelve && sold) {
    const refund = {
      numero: sold.numero,
      monto: vuelve,
      cierra: [],
      via: 'registrada' as const,
      medio: 'yape' as const,
    }
    const motivo = 'Pagó el precio de antes de la promoción: se le devuelve la diferencia.'
    const shop = { db: tx, jobs: NO_JOBS, gateway: null }
    await as(owner, () => refundOrder(shop, owner, { ...refund, motivo, envio: randomUUID(), password: DEMO_PASSWORD }))
  }
  await backdate(tx, Math.max(dias - 1, 0))
}

/** What the demo's main brand sold in six weeks: online and at the counter, paid, refused, waiting, given back and asked back. */
export async function sellInDemo(tx: Db, config: Config): Promise<void> {
  for (const sale of SALES) await sell(tx, config, sale)
  for (const sale of COUNTER_SALES) await sellAtCounter(tx, sale)
}
