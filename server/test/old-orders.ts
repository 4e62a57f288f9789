import { randomUUID } from 'node:crypto'
import type { PaymentStatus } from '../src/features/orders/gateway.ts'
import type { TestSql } from './sql.ts'

export type OldPayment = {
  estado: PaymentStatus
  centimos: number
  devuelto?: number
  detalle?: string
  moneda?: string
  dia: number
}

type Old = {
  precios?: number[]
  descuento?: number
  estado: string
  saldo?: number
  pagos?: OldPayment[]
  /** Of the course in this place, on this day; `personal`: staff said it. */
  devueltas?: { curso: number; centimos: number; dia: number; personal: boolean }[]
  /** Each movement with what of it is of each course; `salda`, `espera`: the gateway has not told of it. */
  dinero: string[]
  /** Where it is another. */
  queda?: string
  cerradas?: boolean[]
}

const PRICE = 23_800
export const paid = (more: Partial<OldPayment> = {}): OldPayment => ({
  estado: 'approved',
  centimos: PRICE,
  dia: 2,
  ...more,
})
const byStaff = (curso: number, centimos: number, dia = 5) => ({ curso, centimos, dia, personal: true })
const COBRO = '02 cobro 23800 salda = 14900 8900'

/** Orders of 149 + 89 soles paid on March 2 in Lima, unless they say otherwise, as the release before left them. */
export const OLD: Record<string, Old> = {
  'paid once': { estado: 'pagada', pagos: [paid()], dinero: [COBRO] },
  'with a discount over three odd prices': {
    precios: [9999, 14_950, 4901],
    descuento: 2985,
    estado: 'pagada',
    pagos: [paid({ centimos: 26_865 })],
    dinero: ['02 cobro 26865 salda = 8999 13455 4411'],
  },
  'paid twice': {
    estado: 'pagada',
    pagos: [paid(), paid({ dia: 3 })],
    dinero: [COBRO, '03 cobro 23800 salda = 14900 8900'],
  },
  'another amount, under review': {
    estado: 'en_revision',
    pagos: [paid({ centimos: 20_000 })],
    dinero: ['02 cobro 20000 = 12522 7478'],
  },
  'another amount, accepted': {
    estado: 'pagada',
    pagos: [paid({ centimos: 20_000, detalle: 'aceptado_por_personal' })],
    dinero: ['02 cobro 20000 salda = 12522 7478'],
  },
  'another currency, under review': {
    estado: 'en_revision',
    pagos: [paid({ centimos: 6500, moneda: 'USD' })],
    dinero: [],
  },
  'another currency, accepted': {
    estado: 'pagada',
    pagos: [paid({ centimos: 6500, moneda: 'USD', detalle: 'aceptado_por_personal' })],
    dinero: [COBRO],
  },
  'partly refunded by the gateway': {
    estado: 'pagada',
    pagos: [paid({ devuelto: 4000, detalle: 'partially_refunded', dia: 4 })],
    dinero: [COBRO, '04 devolucion -4000 = -2505 -1495'],
  },
  'wholly refunded': {
    estado: 'reembolsada',
    pagos: [paid({ estado: 'refunded', devuelto: PRICE, dia: 4 })],
    dinero: [COBRO, '04 devolucion -23800 = -14900 -8900'],
    cerradas: [true, true],
  },
  'refunded and paid again': {
    estado: 'pagada',
    pagos: [paid({ estado: 'refunded', devuelto: PRICE, dia: 4 }), paid({ dia: 6 })],
    dinero: [COBRO, '06 cobro 23800 salda = 14900 8900', '04 devolucion -23800 = -14900 -8900'],
  },
  'charged back, which answered a request': {
    estado: 'contracargo',
    pagos: [paid({ estado: 'charged_back', dia: 4 })],
    devueltas: [{ curso: 0, centimos: 14_900, dia: 4, personal: false }],
    dinero: [COBRO, '04 contracargo -23800 = -14900 -8900'],
  },
  'charged back after a partial refund': {
    estado: 'contracargo',
    pagos: [paid({ estado: 'charged_back', devuelto: 4000, dia: 4 })],
    dinero: [COBRO, '04 devolucion -4000 = -2505 -1495', '04 contracargo -19800 = -12395 -7405'],
  },
  'charged back after staff gave a course back': {
    estado: 'contracargo',
    pagos: [paid({ estado: 'charged_back', devuelto: 14_900, dia: 7 })],
    devueltas: [byStaff(0, 14_900)],
    dinero: [COBRO, '07 devolucion -14900 = -14900', '07 contracargo -8900 = -8900'],
    cerradas: [true, false],
  },
  'a course by staff, untold': {
    estado: 'pagada',
    saldo: -14_900,
    pagos: [paid()],
    devueltas: [byStaff(0, 14_900)],
    dinero: [COBRO, '05 devolucion -14900 espera = -14900'],
    cerradas: [true, false],
  },
  'a course by staff, told': {
    estado: 'pagada',
    pagos: [paid({ devuelto: 8900, dia: 6 })],
    devueltas: [byStaff(1, 8900)],
    dinero: [COBRO, '06 devolucion -8900 = -8900'],
    cerradas: [false, true],
  },
  'two of three courses by staff, one told': {
    precios: [10_000, 6000, 4000],
    estado: 'pagada',
    saldo: -6000,
    pagos: [paid({ centimos: 20_000, devuelto: 10_000, dia: 5 })],
    devueltas: [byStaff(0, 10_000, 4), byStaff(1, 6000, 6)],
    dinero: [
      '02 cobro 20000 salda = 10000 6000 4000',
      '05 devolucion -10000 = -10000',
      '06 devolucion -6000 espera = -6000',
    ],
    cerradas: [true, true, false],
  },
  'every course by staff, untold': {
    estado: 'pagada',
    saldo: -PRICE,
    pagos: [paid()],
    devueltas: [byStaff(0, 14_900), byStaff(1, 8900, 6)],
    dinero: [COBRO, '06 devolucion -23800 espera = -14900 -8900'],
    queda: 'reembolsada',
    cerradas: [true, true],
  },
  'every course by staff, the first told': {
    estado: 'pagada',
    saldo: -8900,
    pagos: [paid({ devuelto: 14_900, dia: 5 })],
    devueltas: [byStaff(0, 14_900, 4), byStaff(1, 8900, 6)],
    dinero: [COBRO, '05 devolucion -14900 = -14900', '06 devolucion -8900 espera = -8900'],
    queda: 'reembolsada',
    cerradas: [true, true],
  },
  'every course by staff, of two payments': {
    estado: 'pagada',
    saldo: -PRICE,
    pagos: [paid(), paid({ dia: 3 })],
    devueltas: [byStaff(0, 14_900), byStaff(1, 8900, 6)],
    dinero: [COBRO, '03 cobro 23800 salda = 14900 8900', '06 devolucion -23800 espera = -14900 -8900'],
    cerradas: [true, true],
  },
  'every course by staff, beside a payment charged back': {
    estado: 'pagada',
    saldo: -PRICE,
    pagos: [paid({ estado: 'charged_back', dia: 4 }), paid({ dia: 3 })],
    devueltas: [byStaff(0, 14_900), byStaff(1, 8900, 6)],
    dinero: [
      COBRO,
      '03 cobro 23800 salda = 14900 8900',
      '04 contracargo -23800 = -14900 -8900',
      '06 devolucion -23800 espera = -14900 -8900',
    ],
    queda: 'contracargo',
    cerradas: [true, true],
  },
  free: { precios: [0], estado: 'pagada', dinero: [] },
  pending: { estado: 'en_espera', pagos: [paid({ estado: 'pending' })], dinero: [] },
  rejected: { estado: 'rechazada', pagos: [paid({ estado: 'rejected' })], dinero: [] },
}

/** Late in the evening, which in UTC is the next day. */
const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T22:00:00-05:00`
const HELD = ['pagada', 'reembolsada', 'contracargo']
export const NUMBERS = Object.fromEntries(Object.keys(OLD).map((name) => [name, randomUUID()]))
export const paymentId = (name: string, place: number) => `${NUMBERS[name]}-${place}`

type Row = Record<string, number>

async function insertOrder(sql: TestSql, name: string, courses: number[], { buyer, staff }: Row): Promise<void> {
  const { precios = [14_900, 8900], descuento = 0, estado, saldo = 0, pagos = [], devueltas = [] } = OLD[name] as Old
  const subtotal = precios.reduce((sum, one) => sum + one, 0)
  const when = HELD.includes(estado) ? at(2) : null
  const [order] = await sql`
    INSERT INTO ordenes (numero, id_cliente, id_usuario, estado, huella, subtotal_centimos, descuento_centimos, total_centimos, pasarela, pagada_en, saldo_devuelto)
    VALUES (${NUMBERS[name]}, 2, ${buyer}, ${estado}, ${name}, ${subtotal}, ${descuento}, ${subtotal - descuento}, 'mercadopago', ${when}, ${saldo})
    RETURNING id`
  const id = order?.id
  for (const [place, price] of precios.entries())
    await sql`INSERT INTO orden_lineas (id_orden, id_curso, nombre, precio_centimos) VALUES (${id}, ${courses[place]}, 'Curso', ${price})`
  for (const [place, one] of pagos.entries())
    await sql`INSERT INTO pagos (pasarela, id_pago, id_orden, estado, detalle, monto_centimos, devuelto_centimos, moneda, real, actualizado_en)
      VALUES ('mercadopago', ${paymentId(name, place)}, ${id}, ${one.estado}, ${one.detalle ?? null}, ${one.centimos}, ${one.devuelto ?? 0},
        ${one.moneda ?? 'PEN'}, true, ${at(one.dia)})`
  for (const { curso, centimos, dia, personal } of devueltas)
    await sql`INSERT INTO orden_devoluciones (id_orden, id_curso, id_cliente, monto_centimos, pedida_en, resuelta_en, resultado, id_personal)
      VALUES (${id}, ${courses[curso]}, 2, ${centimos}, ${at(3)}, ${at(dia)}, 'devuelta', ${personal ? staff : null})`
}

/** Of a database at the migration before movements. */
export async function fillOld(sql: TestSql): Promise<void> {
  await sql`INSERT INTO clientes (id, slug, nombre, color_primario, color_acento) VALUES (2, 'una', 'Una', '#4F46E5', '#F59E0B')`
  await sql`INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash)
    VALUES (2, 'Ana', 'Quispe', 'a@prueba.pe', 'x'), (2, 'Luz', 'Paz', 'b@prueba.pe', 'x')`
  await sql`INSERT INTO categorias (id_cliente, nombre, orden) VALUES (2, 'Todo', 1)`
  await sql`INSERT INTO cursos (id_cliente, id_categoria, clave, nombre, nivel, costo_centimos, horas)
    SELECT 2, (SELECT min(id) FROM categorias), 'c' || n, 'Curso ' || n, 'Básico', 14900, 12 FROM generate_series(1, 3) n`
  const courses = (await sql`SELECT id FROM cursos ORDER BY id`).map(({ id }) => id)
  const [buyer = 0, staff = 0] = (await sql`SELECT id FROM usuarios ORDER BY id`).map(({ id }) => id)
  for (const name of Object.keys(OLD)) await insertOrder(sql, name, courses, { buyer, staff })
}
