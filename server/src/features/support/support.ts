import type { Ticket } from '@campus/contract/support'
import { isolate } from '@campus/contract/texts'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import { type Identity, pageOfRows } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Letter } from '../../platform/mail.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { audit } from '../audit/audit.ts'
import { clientes } from '../brands/brands.tables.ts'
import { brandOfMail } from '../brands/brands.ts'
import { brandedLetter } from '../letters/letters.ts'
import { notify } from '../notifications/notifications.ts'
import { tickets_soporte } from './support.tables.ts'

const TICKETS = limit('soporte_usuario', 5, 60 * 60)

export const TICKET_MAIL = 'correo-soporte'

const columns = {
  id: tickets_soporte.id,
  numero: tickets_soporte.numero,
  mensaje: tickets_soporte.mensaje,
  estado: tickets_soporte.estado,
  respuesta: tickets_soporte.respuesta,
  fecha: tickets_soporte.fecha,
  fecha_respuesta: tickets_soporte.fecha_respuesta,
}

/** Creates a ticket, in the caller's transaction. The lock per brand keeps the numbers without gaps. */
export async function writeTicket(tx: Db, identity: Identity, mensaje: string): Promise<Ticket> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('tickets_soporte'), ${identity.id_cliente})`)
  const next = sql<number>`(SELECT coalesce(max(numero), 0) + 1 FROM tickets_soporte WHERE id_cliente = ${identity.id_cliente})`
  const [ticket] = await tx
    .insert(tickets_soporte)
    .values({ id_cliente: identity.id_cliente, id_usuario: identity.id, mensaje, numero: next })
    .returning(columns)
  if (!ticket) throw new Error('the ticket was not inserted')
  return ticket
}

/** Creates a ticket and its mail. @throws DEMASIADOS_INTENTOS */
export async function openTicket(db: Db, jobs: Jobs, identity: Identity, mensaje: string): Promise<Ticket> {
  await throttle(db, TICKETS, String(identity.id))
  return db.transaction(async (tx) => {
    const ticket = await writeTicket(tx, identity, mensaje)
    await jobs.send(tx, TICKET_MAIL, { id: ticket.id })
    return ticket
  })
}

export async function listTickets(db: Db, usuario: number, page: number, perPage: number) {
  const mine = eq(tickets_soporte.id_usuario, usuario)
  const total = await db.$count(tickets_soporte, mine)
  const data = await db
    .select(columns)
    .from(tickets_soporte)
    .where(mine)
    .orderBy(desc(tickets_soporte.fecha), desc(tickets_soporte.id))
    .limit(perPage)
    .offset((page - 1) * perPage)
  return pageOfRows(data, total, page, perPage)
}

type Filter = { estado?: Ticket['estado']; page: number; per_page: number }

export async function listBrandTickets(db: Db, identity: Identity, { estado, page, per_page }: Filter) {
  const filter = and(eq(tickets_soporte.id_cliente, identity.id_cliente), estado && eq(tickets_soporte.estado, estado))
  const total = await db.$count(tickets_soporte, filter)
  const data = await db
    .select({
      ...columns,
      id_usuario: usuarios.id,
      nombres: usuarios.nombres,
      apellidos: usuarios.apellidos,
      correo: usuarios.correo,
    })
    .from(tickets_soporte)
    .innerJoin(usuarios, eq(usuarios.id, tickets_soporte.id_usuario))
    .where(filter)
    .orderBy(desc(tickets_soporte.numero))
    .limit(per_page)
    .offset((page - 1) * per_page)
  return pageOfRows(data, total, page, per_page)
}

/** Answers a ticket of the brand and notifies its author. @throws NO_ENCONTRADO */
export async function answerTicket(db: Db, identity: Identity, id: number, respuesta: string): Promise<Ticket> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(tickets_soporte)
      .set({ respuesta, estado: 'respondido', fecha_respuesta: sql`now()` })
      .where(and(eq(tickets_soporte.id, id), eq(tickets_soporte.id_cliente, identity.id_cliente)))
      .returning({ ...columns, id_usuario: tickets_soporte.id_usuario })
    if (!row) throw fail('NO_ENCONTRADO')
    const { id_usuario, ...ticket } = row
    await audit(tx, 'gestion', { sobre: id_usuario, objeto: `soporte:${id}` })
    const mensaje = `Respondimos a tu pedido de soporte N.º ${ticket.numero}.`
    const clave = `soporte:${id}:${ticket.fecha_respuesta}`
    await notify(tx, { evento: 'aviso', tipo: 'Otro', mensaje, ruta: '/soporte', clave, usuarios: [id_usuario] })
    return ticket
  })
}

/** Clears the texts of a closed account; the rows stay, because numbers have no gaps. */
export async function blankTickets(tx: Db, usuario: number): Promise<void> {
  await tx
    .update(tickets_soporte)
    .set({ mensaje: 'Texto retirado: su autor eliminó la cuenta.', respuesta: null, estado: 'cerrado' })
    .where(eq(tickets_soporte.id_usuario, usuario))
}

/** Mail to the brand, with Reply-To the student; null when the brand has no address. */
export async function ticketLetter(db: Db, id: number, publicUrl: string): Promise<Letter | null> {
  const [row] = await db
    .select({
      numero: tickets_soporte.numero,
      mensaje: tickets_soporte.mensaje,
      a: clientes.correo,
      correo: usuarios.correo,
      nombre: sql<string>`${usuarios.nombres} || ' ' || ${usuarios.apellidos}`,
      id_cliente: clientes.id,
    })
    .from(tickets_soporte)
    .innerJoin(usuarios, eq(usuarios.id, tickets_soporte.id_usuario))
    .innerJoin(clientes, eq(clientes.id, tickets_soporte.id_cliente))
    .where(eq(tickets_soporte.id, id))
  if (!row?.a) return null
  const brand = await brandOfMail(db, row.id_cliente, publicUrl)
  return brandedLetter({
    brand,
    to: row.a,
    replyTo: row.correo,
    subject: `[Soporte N.º ${row.numero}] ${isolate(row.nombre)}`,
    lines: [`${isolate(row.nombre)} (${row.correo}) escribió al soporte de ${brand.nombre}:`, row.mensaje],
    messageId: `<soporte-${id}@campus>`,
  })
}
