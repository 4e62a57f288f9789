import type { AuditEntry } from '@campus/contract/audit'
import { TIME_ZONE } from '@campus/contract/rules'
import { cutText } from '@campus/contract/shorten'
import { and, desc, eq, getTableColumns, lt, or, sql } from 'drizzle-orm'
import { type Db, isAnyOf } from '../../platform/db/database.ts'
import { type Identity, pageOfRows } from '../../platform/http/http.ts'
import { networkOf } from '../../platform/http/network.ts'
import { currentOrigin } from '../../platform/http/requests.ts'
import { auditoria } from './audit.tables.ts'

/** The current request provides the user, brand, network and id. */
export type Act = {
  sobre?: number | null
  objeto?: string
  detalle?: AuditEntry['detalle']
  id_usuario?: number | null
  id_cliente?: number | null
}

export type AuditLine = [AuditEntry['accion'], Act]

/** Bounds what one user can add to the disk. */
const MAX_DENIED_PER_MINUTE = 20

const nameOf = (id: typeof auditoria.id_usuario | typeof auditoria.sobre) =>
  sql<string | null>`(SELECT u.nombres || ' ' || u.apellidos FROM usuarios u WHERE u.id = ${id})`

const ACTOR = nameOf(auditoria.id_usuario)

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

/** Call it in the transaction that makes the change, so that both are committed or neither. */
export async function auditAll(tx: Db, lines: AuditLine[]): Promise<void> {
  if (lines.length > 0) await tx.insert(auditoria).values(lines.map(([accion, act]) => rowOf(accion, act)))
}

/** {@link auditAll} for lines of one kind. */
export async function audit(tx: Db, accion: AuditEntry['accion'], ...acts: Act[]): Promise<void> {
  const lines = acts.map((act): AuditLine => [accion, act])
  await auditAll(tx, lines)
}

const NETWORK_DAYS = 90

/** Whether the account logged in or registered from this network in the last 90 days. */
export async function hasLoggedInFrom(db: Db, person: number, network: string | null): Promise<boolean> {
  if (network === null) return false
  const [row] = await db
    .select({ id: auditoria.id })
    .from(auditoria)
    .where(
      and(
        eq(auditoria.sobre, person),
        isAnyOf(auditoria.accion, ['acceso_concedido', 'cuenta_creada']),
        eq(auditoria.direccion, network),
        sql`${auditoria.fecha} > now() - make_interval(days => ${NETWORK_DAYS})`,
      ),
    )
    .limit(1)
  return row !== undefined
}

/** At most {@link MAX_DENIED_PER_MINUTE} per user and minute. */
export async function auditDenied(db: Db, accion: 'permiso_negado' | 'campos_ajenos', act: Act): Promise<void> {
  const row = rowOf(accion, act)
  await db.execute(sql`
    INSERT INTO auditoria (accion, id_cliente, id_usuario, objeto, detalle, direccion, solicitud)
    SELECT ${accion}, (${row.id_cliente})::bigint, ${row.id_usuario}::bigint, ${row.objeto}, ${JSON.stringify(row.detalle)}::jsonb,
      ${row.direccion}, ${row.solicitud}
    WHERE (SELECT count(*) FROM (SELECT 1 FROM auditoria WHERE id_usuario = ${row.id_usuario}::bigint
      AND accion IN ('permiso_negado', 'campos_ajenos') AND fecha > now() - interval '1 minute'
      LIMIT ${MAX_DENIED_PER_MINUTE}) r) < ${MAX_DENIED_PER_MINUTE}`)
}

const EXCERPT_CHARACTERS = 200

/** Masks emails and long numbers, because the audit trail cannot be corrected later. */
export function excerptOf(texto: string): string {
  const bare = texto.replace(/(?<!\S)[^\s@]+@\S+/g, '[correo]').replace(/\+?\d(?:[ .-]?\d){6,}/g, '[número]')
  return cutText(bare, EXCERPT_CHARACTERS)
}

type Removal = { objeto: string; autor: number; texto: string; detalle: AuditEntry['detalle'] }

/** Deleting one's own text is not recorded. */
export async function auditRemoval(tx: Db, by: number, { objeto, autor, texto, detalle }: Removal): Promise<void> {
  if (autor === by) return
  await audit(tx, 'contenido_retirado', { sobre: autor, objeto, detalle: { ...detalle, texto: excerptOf(texto) } })
}

type Edit = { sobre?: number; acciones?: AuditEntry['accion'][] }

/** By staff, or by the person themselves. */
const EDITS: AuditEntry['accion'][] = ['gestion', 'perfil_cambiado']

/** Who changed an object last, and when, for a save that was based on an older version; `sobre`: in what is of one person. */
export async function lastEdit(db: Db, objeto: string, { sobre, acciones = EDITS }: Edit = {}) {
  const [row] = await db
    .select({ id: auditoria.id_usuario, nombre: ACTOR, en: auditoria.fecha })
    .from(auditoria)
    .where(
      and(
        eq(auditoria.objeto, objeto),
        isAnyOf(auditoria.accion, acciones),
        sobre === undefined ? undefined : eq(auditoria.sobre, sobre),
      ),
    )
    .orderBy(desc(auditoria.id))
    .limit(1)
  const por = row?.id && row.nombre ? { id: row.id, nombre: row.nombre } : null
  return { por, en: row?.en ?? new Date().toISOString() }
}

type Filter = {
  accion?: AuditEntry['accion']
  usuario?: number
  curso?: number
  objeto?: string
  desde?: string
  hasta?: string
  antes?: number
}

/** Midnight in Lima, `days` after the day. */
const midnight = (day: string, days = 0) =>
  sql`((${day}::date + ${days}::int)::timestamp AT TIME ZONE ${sql.raw(`'${TIME_ZONE}'`)})`

const objectsOf = (course: number) => sql`ARRAY(SELECT 'curso:' || ${course}::bigint
  UNION ALL SELECT 'leccion:' || l.id FROM lecciones l JOIN modulos m ON m.id = l.id_modulo WHERE m.id_curso = ${course}
  UNION ALL SELECT 'evaluacion:' || e.id FROM evaluaciones e WHERE e.id_curso = ${course}
  UNION ALL SELECT 'grupo:' || g.id FROM grupos g WHERE g.id_curso = ${course})`

/** Bounds the count; older lines are read with `antes`. */
const MAX_LINES = 1000

export async function readTrail(db: Db, identity: Identity, filter: Filter, page: number, perPage: number) {
  const where = and(
    eq(auditoria.id_cliente, identity.id_cliente),
    filter.accion && eq(auditoria.accion, filter.accion),
    filter.usuario ? or(eq(auditoria.id_usuario, filter.usuario), eq(auditoria.sobre, filter.usuario)) : undefined,
    filter.curso ? sql`${auditoria.objeto} = ANY (${objectsOf(filter.curso)})` : undefined,
    filter.objeto ? eq(auditoria.objeto, filter.objeto) : undefined,
    filter.desde ? sql`${auditoria.fecha} >= ${midnight(filter.desde)}` : undefined,
    filter.hasta ? sql`${auditoria.fecha} < ${midnight(filter.hasta, 1)}` : undefined,
    filter.antes ? lt(auditoria.id, filter.antes) : undefined,
  )
  const newest = db
    .select({ id: auditoria.id })
    .from(auditoria)
    .where(where)
    .orderBy(desc(auditoria.id))
    .limit(MAX_LINES)
  const total = await db.$count(newest.as('newest'))
  const { id_cliente: _, ...columns } = getTableColumns(auditoria)
  const rows = await db
    .select({ ...columns, nombre: ACTOR, nombre_sobre: nameOf(auditoria.sobre) })
    .from(auditoria)
    .where(where)
    .orderBy(desc(auditoria.id))
    .limit(Math.max(0, Math.min(perPage, MAX_LINES - (page - 1) * perPage)))
    .offset((page - 1) * perPage)
  return pageOfRows(rows, total, page, perPage)
}

export async function sweepTrail(db: Db): Promise<void> {
  await db.delete(auditoria).where(sql`${auditoria.fecha} < now() - interval '2 years'`)
}
