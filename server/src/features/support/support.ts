import type { BrandTicket, Ticket, TicketStateBody } from '@campus/contract/support'
import { SUPPORT_TOPICS, type SupportTopic } from '@campus/contract/support-topics'
import { isolate } from '@campus/contract/texts'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { audit, lastEdit } from '../../kit/audit/audit.ts'
import { mailJob } from '../../kit/mail-jobs/mail-jobs.ts'
import { brandedLetter } from '../../kit/mail-layout/mail-layout.ts'
import { type Db, lock, sentBefore } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import { type Identity, pageOfRows } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Letter } from '../../platform/mail.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { clientes } from '../brands/brands.tables.ts'
import { brandOfMail } from '../brands/brands.ts'
import { notify } from '../notifications/notifications.ts'
import { tickets_soporte } from './support.tables.ts'

const TICKETS = limit('soporte_usuario', 5, 60 * 60)

export const TICKET_MAIL = 'correo-soporte'

const columns = {
  id: tickets_soporte.id,
  numero: tickets_soporte.numero,
  tema: tickets_soporte.tema,
  mensaje: tickets_soporte.mensaje,
  estado: tickets_soporte.estado,
  respuesta: tickets_soporte.respuesta,
  fecha: tickets_soporte.fecha,
  fecha_respuesta: tickets_soporte.fecha_respuesta,
}

type NewTicket = { tema?: SupportTopic; mensaje: string; envio?: string | null | undefined }

/** What the same request made before. */
async function findSent(tx: Db, { id }: Identity, envio: NewTicket['envio']): Promise<Ticket | undefined> {
  const before = await sentBefore(tx, tickets_soporte, id, envio)
  if (!before) return undefined
  const [ticket] = await tx.select(columns).from(tickets_soporte).where(eq(tickets_soporte.id, before))
  return ticket
}

/** Creates a ticket, in the caller's transaction. The lock per brand keeps the numbers without gaps. */
export async function writeTicket(tx: Db, identity: Identity, { tema, mensaje, envio }: NewTicket): Promise<Ticket> {
  await lock(tx, 'tickets_soporte', identity.id_cliente)
  const next = sql<number>`(SELECT coalesce(max(numero), 0) + 1 FROM tickets_soporte WHERE id_cliente = ${identity.id_cliente})`
  const [ticket] = await tx
    .insert(tickets_soporte)
    .values({ id_cliente: identity.id_cliente, id_usuario: identity.id, tema, mensaje, envio, numero: next })
    .returning(columns)
  if (!ticket) throw new Error('the ticket was not inserted')
  return ticket
}

/** Creates a ticket and its mail, once per `envio`. @throws DEMASIADOS_INTENTOS */
export async function openTicket(db: Db, jobs: Jobs, identity: Identity, sent: NewTicket): Promise<Ticket> {
  // A retry is no other attempt.
  const known = await findSent(db, identity, sent.envio)
  if (known) return known
  await throttle(db, TICKETS, String(identity.id))
  return db.transaction(async (tx) => {
    const before = await findSent(tx, identity, sent.envio)
    if (before) return before
    const ticket = await writeTicket(tx, identity, sent)
    const asunto = `Soporte N.º ${ticket.numero}, a la academia`
    const correo = { marca: identity.id_cliente, usuario: null, asunto }
    await jobs.send(tx, TICKET_MAIL, mailJob({ id: ticket.id }, correo))
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

const AUTHOR = sql<BrandTicket['autor']>`CASE WHEN ${usuarios.tipo_documento} = 'Eliminado' THEN 'eliminado'
  WHEN ${usuarios.tipo_cliente} = 'Alumno' THEN 'alumno' ELSE 'personal' END`

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
      autor: AUTHOR,
    })
    .from(tickets_soporte)
    .innerJoin(usuarios, eq(usuarios.id, tickets_soporte.id_usuario))
    .where(filter)
    .orderBy(desc(tickets_soporte.numero))
    .limit(per_page)
    .offset((page - 1) * per_page)
  return pageOfRows(data, total, page, per_page)
}

/** @throws NO_ENCONTRADO */
async function lockTicket(tx: Db, identity: Identity, id: number) {
  const [row] = await tx
    .select({ ...columns, id_usuario: tickets_soporte.id_usuario })
    .from(tickets_soporte)
    .where(and(eq(tickets_soporte.id, id), eq(tickets_soporte.id_cliente, identity.id_cliente)))
    .for('update')
  if (!row) throw fail('NO_ENCONTRADO')
  return row
}

type Locked = Awaited<ReturnType<typeof lockTicket>>

/** How another person left the ticket since the caller read it. */
async function alreadyResolved(tx: Db, { id, estado, respuesta, fecha_respuesta }: Locked) {
  const edit = await lastEdit(tx, `soporte:${id}`)
  return fail('YA_RESUELTO', { actual: { datos: { estado, respuesta, fecha_respuesta }, version: 1, ...edit } })
}

type Change = { estado: Ticket['estado']; respuesta?: string; fecha_respuesta?: SQL }

async function writeState(tx: Db, id: number, change: Change): Promise<Ticket> {
  const [ticket] = await tx.update(tickets_soporte).set(change).where(eq(tickets_soporte.id, id)).returning(columns)
  if (!ticket) throw fail('NO_ENCONTRADO')
  return ticket
}

function notifyAuthor(tx: Db, { id_usuario }: Locked, { numero }: Ticket, mensaje: string, clave: string) {
  const asunto = `Soporte N.º ${numero}`
  return notify(tx, { evento: 'aviso', tipo: 'Otro', mensaje, asunto, ruta: '/soporte', clave, usuarios: [id_usuario] })
}

/**
 * Answers an open ticket of the brand, once, and notifies its author.
 * @throws NO_ENCONTRADO, YA_RESUELTO with the answer or the state that stands
 */
export async function answerTicket(db: Db, identity: Identity, id: number, respuesta: string): Promise<Ticket> {
  return db.transaction(async (tx) => {
    const before = await lockTicket(tx, identity, id)
    if (before.estado !== 'abierto') throw await alreadyResolved(tx, before)
    const ticket = await writeState(tx, id, { respuesta, estado: 'respondido', fecha_respuesta: sql`now()` })
    await audit(tx, 'gestion', { sobre: before.id_usuario, objeto: `soporte:${id}` })
    await notifyAuthor(tx, before, ticket, 'Respondimos tu consulta', `soporte:${id}:${ticket.fecha_respuesta}`)
    return ticket
  })
}

/** Those of a closed account have no one left to answer to. @throws DATOS_INVALIDOS */
async function requireAuthor(tx: Db, { id_usuario }: Locked): Promise<void> {
  const [row] = await tx.select({ autor: AUTHOR }).from(usuarios).where(eq(usuarios.id, id_usuario))
  if (row?.autor === 'eliminado')
    throw invalid('estado', 'Quien lo escribió eliminó su cuenta: ya no se puede reabrir.')
}

/**
 * Closes a ticket of the brand or takes it out again; its author is notified only of a close without an answer.
 * @throws NO_ENCONTRADO, YA_RESUELTO when it is no longer as the caller read it, DATOS_INVALIDOS
 */
export async function setTicketState(db: Db, identity: Identity, id: number, body: TicketStateBody): Promise<Ticket> {
  return db.transaction(async (tx) => {
    const before = await lockTicket(tx, identity, id)
    const closes = body.estado === 'cerrado'
    if (before.estado !== body.visto || closes === (before.estado === 'cerrado'))
      throw await alreadyResolved(tx, before)
    if (!closes) await requireAuthor(tx, before)
    const reopened = before.respuesta === null ? 'abierto' : 'respondido'
    const ticket = await writeState(tx, id, { estado: closes ? 'cerrado' : reopened })
    const detalle = { antes: before.estado, estado: ticket.estado }
    await audit(tx, 'gestion', { sobre: before.id_usuario, objeto: `soporte:${id}`, detalle })
    if (closes && before.respuesta === null) {
      const text = 'Cerramos tu consulta\nSi todavía necesitas ayuda, escríbenos de nuevo.'
      await notifyAuthor(tx, before, ticket, text, `soporte-cerrado:${id}:${new Date().toISOString()}`)
    }
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
      tema: tickets_soporte.tema,
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
    lines: [
      `${isolate(row.nombre)} (${row.correo}) escribió al soporte de ${brand.nombre}. Tema: ${SUPPORT_TOPICS[row.tema]}.`,
      row.mensaje,
    ],
    messageId: `<soporte-${id}@campus>`,
  })
}
