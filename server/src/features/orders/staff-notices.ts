import { CURRENCY, type OrderState, shortNumber } from '@campus/contract/order-rules'
import { isolate } from '@campus/contract/texts'
import { and, eq, sql } from 'drizzle-orm'
import { mailJob } from '../../kit/mail-jobs/mail-jobs.ts'
import { brandedLetter, greetingTo, type MailBrand } from '../../kit/mail-layout/mail-layout.ts'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Letter, Mail } from '../../platform/mail.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { brandOfMail } from '../brands/brands.ts'
import { notify } from '../notifications/notifications.ts'
import type { GatewayPayment } from './gateway.ts'
import { soles } from './money.ts'
import type { ordenes } from './orders.tables.ts'

export const STAFF_MAIL = 'correo-orden-personal'

type OrderRow = typeof ordenes.$inferSelect

/** What happened; the order is named beside it. `ruta`: where it is decided, by default the order's own screen. */
export type Warning = { asunto: string; mensaje: string; ruta?: string }

/** Jobs of an earlier version name no order; without `id_usuario` their mail goes to all administrators. */
export type StaffMail = Warning & { id_cliente: number; id_usuario?: number; clave: string; orden?: string }

/** What a payment did to the courses of its order. */
export type Access = { before: OrderState; after: OrderState; closed: number; courses: number }

/** What became of the access, as it is. */
function accessText({ before, after, closed, courses }: Access): string {
  if (after === 'pagada') return before === 'pagada' ? 'Sus cursos siguen abiertos.' : 'Sus cursos están abiertos.'
  if (before !== 'pagada') return 'Esta orden no tiene cursos abiertos.'
  if (closed === courses) return 'El acceso a sus cursos se cerró.'
  if (closed === 0) return 'Sus cursos siguen abiertos: los cubre otra orden pagada.'
  return `Se cerró el acceso a ${closed} de sus ${courses} cursos: otra orden pagada cubre los demás.`
}

/** `S/ 149.00`, or `40.00 USD` of a payment in another currency. */
const moneyOf = (centimos: number, currency: string): string =>
  currency === CURRENCY ? soles(centimos) : `${(centimos / 100).toFixed(2)} ${currency}`

export const WARNINGS = {
  refund({ status, amountCentimos, currency }: GatewayPayment, access: Access): Warning {
    const amount = moneyOf(amountCentimos, currency)
    if (status === 'refunded')
      return { asunto: 'Una devolución', mensaje: `Se devolvió un pago de ${amount}. ${accessText(access)}` }
    const mensaje = `El banco retiró un pago de ${amount} (contracargo). ${accessText(access)}`
    return { asunto: 'Un contracargo', mensaje }
  },
  amount: ({ amountCentimos, currency }: GatewayPayment, access: Access): Warning => ({
    asunto: 'Un pago de otro monto',
    mensaje: `Llegó un pago de ${moneyOf(amountCentimos, currency)}, que no es el total de la orden: revísalo. ${accessText(access)}`,
  }),
  double: (centimos: number, access: Access): Warning => ({
    asunto: 'Un pago repetido',
    mensaje: `La orden se pagó dos veces: devuelve ${soles(centimos)} de uno de los pagos. ${accessText(access)}`,
  }),
  ended: (centimos: number, access: Access): Warning => ({
    asunto: 'Una cuota que ya no se debía',
    mensaje: `Se pagó una cuota de una venta de la que ya devolviste dinero: devuelve ${soles(centimos)}. ${accessText(access)}`,
  }),
  /** `centimos`: what came back now; null where the gateway does not tell. */
  part(centimos: number | null, estado: OrderState): Warning {
    const part =
      centimos === null ? 'Se devolvió una parte del pago.' : `Se devolvieron ${soles(centimos)}, una parte del pago.`
    const courses =
      estado === 'pagada'
        ? 'Sus cursos siguen abiertos: decide si cierras alguno.'
        : 'Esta orden no tiene cursos abiertos.'
    return { asunto: 'Una devolución parcial', mensaje: `${part} ${courses}` }
  },
  /** The gateway gave back `centimos`, and less in all than staff told the buyer. */
  less: (centimos: number, falta: number): Warning => ({
    asunto: 'Una devolución parcial',
    mensaje: `Se devolvieron ${soles(centimos)}, una parte de lo que ya diste por devuelto: faltan ${soles(falta)}. Si no los devolviste por otro medio, devuélvelos.`,
  }),
  /** `other`: the short number of the order that had paid them. */
  repeat: (centimos: number, other: string): Warning => ({
    asunto: 'Una compra repetida',
    mensaje: `La orden pagó cursos que la orden ${other} ya tenía pagados: devuelve ${soles(centimos)} de una de las dos. Sus cursos están abiertos.`,
  }),
}

type Administrator = { id: number; correo: string; nombres: string }

const administrators = (db: Db, idCliente: number): Promise<Administrator[]> =>
  db
    .select({ id: usuarios.id, correo: usuarios.correo, nombres: usuarios.nombres })
    .from(usuarios)
    .where(and(eq(usuarios.id_cliente, idCliente), eq(usuarios.tipo_cliente, 'Administrador'), eq(usuarios.estado, 1)))
    .orderBy(usuarios.id)

type Named = { numero: string; comprador: string; correo: string; total_centimos: number; cursos: string[] }

async function findNamed(db: Db, numero: string): Promise<Named | undefined> {
  const [row] = await query<Named>(
    db,
    sql`SELECT o.numero, concat_ws(' ', u.nombres, u.apellidos) AS comprador, u.correo, o.total_centimos,
      (SELECT coalesce(jsonb_agg(l.nombre ORDER BY ${alphabetical(sql`l.nombre`)}), '[]') FROM orden_lineas l WHERE l.id_orden = o.id) AS cursos
    FROM ordenes o JOIN usuarios u ON u.id = o.id_usuario WHERE o.numero = ${numero}`,
  )
  return row
}

const MAX_NAMED = 3

/** `Orden 3F2A9C1B de Ana Rojas (ana@correo.pe), S/ 149.00: Curso 1`. */
function orderOf({ numero, comprador, correo, total_centimos, cursos }: Named): string {
  const names = cursos.slice(0, MAX_NAMED).map(isolate).join(', ')
  const more = cursos.length > MAX_NAMED ? ` y ${cursos.length - MAX_NAMED} más` : ''
  return `Orden ${shortNumber(numero)} de ${isolate(comprador)} (${correo}), ${soles(total_centimos)}: ${names}${more}`
}

const factsOf = ({ numero, comprador, correo, total_centimos, cursos }: Named) => [
  { label: 'Orden', value: shortNumber(numero) },
  { label: 'Comprador', value: `${comprador} (${correo})` },
  { label: 'Total', value: soles(total_centimos) },
  { label: cursos.length === 1 ? 'Curso' : 'Cursos', value: cursos.join(', ') },
]

/** Notifies and mails the brand's administrators, in the caller's transaction. */
export async function warnStaff(tx: Db, jobs: Jobs, order: OrderRow, clave: string, warning: Warning): Promise<void> {
  const staff = await administrators(tx, order.id_cliente)
  const named = await findNamed(tx, order.numero)
  if (staff.length === 0 || !named) return
  const ruta = warning.ruta ?? `/gestion/ordenes/${order.numero}`
  // Silent: the mail below is sent whatever their preferences.
  await notify(tx, {
    evento: 'aviso',
    tipo: 'Otro',
    mensaje: `${warning.asunto}\n${warning.mensaje}`,
    asunto: orderOf(named),
    ruta,
    clave,
    usuarios: staff.map(({ id }) => id),
    silent: true,
  })
  // A job each, so that a refused address does not repeat or delay other mails.
  const about = { ...warning, ruta, clave, id_cliente: order.id_cliente, orden: order.numero }
  const asunto = `${warning.asunto} necesita tu atención`
  const mails = staff.map(({ id }) => {
    const mail: StaffMail = { ...about, id_usuario: id }
    return mailJob(mail, { marca: order.id_cliente, usuario: id, asunto })
  })
  await jobs.sendAll(tx, STAFF_MAIL, mails)
}

const staffLetter = (
  brand: MailBrand,
  to: Administrator,
  { asunto, mensaje, ruta, clave }: StaffMail,
  named: Named | undefined,
  host: string,
): Promise<Letter> =>
  brandedLetter({
    brand,
    to: to.correo,
    subject: `${asunto} necesita tu atención`,
    greeting: greetingTo(to.nombres),
    lines: [mensaje],
    ...(named && { facts: factsOf(named) }),
    button: ruta
      ? { label: 'Ver la orden', url: brand.link(ruta) }
      : { label: 'Entrar al campus', url: brand.link('/inicio') },
    messageId: `<${clave.replaceAll(':', '-')}-${to.id}@${host}>`,
  })

/** A repetition carries the same Message-ID. */
export async function mailStaff(db: Db, mail: Mail, publicUrl: string, warning: StaffMail): Promise<void> {
  const brand = await brandOfMail(db, warning.id_cliente, publicUrl)
  const named = warning.orden === undefined ? undefined : await findNamed(db, warning.orden)
  for (const person of await administrators(db, warning.id_cliente))
    if (warning.id_usuario === undefined || warning.id_usuario === person.id)
      await mail.send(await staffLetter(brand, person, warning, named, new URL(publicUrl).hostname))
}
