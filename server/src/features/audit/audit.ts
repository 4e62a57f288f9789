import type { AuditEntry } from '@campus/contract/audit'
import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import type { Identity } from '../../platform/http/http.ts'
import { networkOf } from '../../platform/http/network.ts'
import { pageOfRows } from '../../platform/http/paging.ts'
import { currentOrigin } from '../../platform/http/request-context.ts'
import { auditoria } from './audit.tables.ts'

/** What a caller knows of an act; the person, the brand, the address and the request are the running request's. */
export type Act = {
  sobre?: number | null
  objeto?: string
  detalle?: AuditEntry['detalle']
  /** Where there is no signed-in person: who it was and of which brand. */
  id_usuario?: number | null
  id_cliente?: number | null
}

/** How many refusals of one person a minute are worth keeping: who knocks without end must not fill the disk. */
const REFUSALS_A_MINUTE = 20

const brandOf = (person: number | null | undefined) =>
  person ? sql<number>`(SELECT id_cliente FROM usuarios WHERE id = ${person})` : null

function rowOf(accion: AuditEntry['accion'], act: Act) {
  const origin = currentOrigin()
  const person = origin?.person()
  return {
    accion,
    id_cliente: act.id_cliente ?? person?.id_cliente ?? brandOf(act.sobre),
    id_usuario: act.id_usuario ?? person?.id ?? null,
    sobre: act.sobre ?? null,
    objeto: act.objeto ?? null,
    detalle: act.detalle ?? {},
    direccion: networkOf(origin?.ip),
    solicitud: origin?.id ?? null,
  }
}

/** Writes acts of one kind to the trail, in the transaction that does them: the line exists exactly when the act does. */
export async function audit(tx: Db, accion: AuditEntry['accion'], ...acts: Act[]): Promise<void> {
  if (acts.length > 0) await tx.insert(auditoria).values(acts.map((act) => rowOf(accion, act)))
}

/** How long a network is known from which an account was entered. */
const KNOWN_DAYS = 90

/** Whether an account was entered, or created, from this network before. */
export async function wasEnteredFrom(db: Db, person: number, network: string | null): Promise<boolean> {
  if (network === null) return false
  const [row] = await db
    .select({ id: auditoria.id })
    .from(auditoria)
    .where(
      and(
        eq(auditoria.sobre, person),
        inArray(auditoria.accion, ['acceso_concedido', 'cuenta_creada']),
        eq(auditoria.direccion, network),
        sql`${auditoria.fecha} > now() - make_interval(days => ${KNOWN_DAYS})`,
      ),
    )
    .limit(1)
  return row !== undefined
}

/** Keeps what was refused to a signed-in person, some of it each minute. */
export async function auditRefusal(db: Db, accion: 'permiso_negado' | 'campos_ajenos', act: Act): Promise<void> {
  const row = rowOf(accion, act)
  await db.execute(sql`
    INSERT INTO auditoria (accion, id_cliente, id_usuario, objeto, detalle, direccion, solicitud)
    SELECT ${accion}, (${row.id_cliente})::int, ${row.id_usuario}::int, ${row.objeto}, ${JSON.stringify(row.detalle)}::jsonb,
      ${row.direccion}, ${row.solicitud}
    WHERE (SELECT count(*) FROM (SELECT 1 FROM auditoria WHERE id_usuario = ${row.id_usuario}::int
      AND accion IN ('permiso_negado', 'campos_ajenos') AND fecha > now() - interval '1 minute'
      LIMIT ${REFUSALS_A_MINUTE}) r) < ${REFUSALS_A_MINUTE}`)
}

const EXCERPT_CHARACTERS = 200

/**
 * The beginning of what a person wrote, by which a reader of the audit log recognises it: without mail addresses and the numbers of
 * telephones and documents, because the log cannot be changed afterwards.
 */
export function excerptOf(texto: string): string {
  const bare = texto.replace(/(?<!\S)[^\s@]+@\S+/g, '[correo]').replace(/\+?\d(?:[ .-]?\d){6,}/g, '[número]')
  return [...bare].slice(0, EXCERPT_CHARACTERS).join('')
}

/** Something written that was removed: its author, what it said and where it stood. */
type Removal = { objeto: string; autor: number; texto: string; detalle: AuditEntry['detalle'] }

/** Records what a person removed that another wrote; deleting one's own is not recorded. */
export async function auditRemoval(tx: Db, by: number, { objeto, autor, texto, detalle }: Removal): Promise<void> {
  if (autor === by) return
  await audit(tx, 'contenido_retirado', { sobre: autor, objeto, detalle: { ...detalle, texto: excerptOf(texto) } })
}

type Filter = { accion?: AuditEntry['accion']; usuario?: number; antes?: number }

/** Lines that pages count to: the trail has no end. Older ones are asked for with `antes`. */
const MOST_LINES = 1000

/** The trail of the administrator's brand, newest first: the newest 1,000 lines, or those before a line. */
export async function readTrail(db: Db, identity: Identity, filter: Filter, page: number, perPage: number) {
  const where = and(
    eq(auditoria.id_cliente, identity.id_cliente),
    filter.accion && eq(auditoria.accion, filter.accion),
    filter.usuario ? or(eq(auditoria.id_usuario, filter.usuario), eq(auditoria.sobre, filter.usuario)) : undefined,
    filter.antes ? lt(auditoria.id, filter.antes) : undefined,
  )
  const newest = db
    .select({ id: auditoria.id })
    .from(auditoria)
    .where(where)
    .orderBy(desc(auditoria.id))
    .limit(MOST_LINES)
  const total = await db.$count(newest.as('recientes'))
  const rows = await db
    .select({
      id: auditoria.id,
      fecha: auditoria.fecha,
      accion: auditoria.accion,
      id_usuario: auditoria.id_usuario,
      sobre: auditoria.sobre,
      objeto: auditoria.objeto,
      detalle: auditoria.detalle,
      direccion: auditoria.direccion,
      solicitud: auditoria.solicitud,
    })
    .from(auditoria)
    .where(where)
    .orderBy(desc(auditoria.id))
    .limit(Math.max(0, Math.min(perPage, MOST_LINES - (page - 1) * perPage)))
    .offset((page - 1) * perPage)
  return pageOfRows(rows, total, page, perPage)
}

/** Removes what is older than the two years that are kept; the trigger refuses anything younger. */
export async function sweepTrail(db: Db): Promise<void> {
  await db.execute(sql`DELETE FROM auditoria WHERE fecha < now() - interval '2 years'`)
}
