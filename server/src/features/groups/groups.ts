import type { GroupWithPlaces } from '@campus/contract/groups'
import { MAX_OPEN_GROUPS } from '@campus/contract/groups.staff'
import { TIME_ZONE } from '@campus/contract/rules'
import { quoted } from '@campus/contract/texts'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { invalid } from '../../platform/failures.ts'

/** How long *Comprar ahora* holds a place. */
export const PLACE_HOLD_MINUTES = 30

/** The longest that a payment is under way, with some days to spare. */
const OLDEST = sql.raw(`interval '40 days'`)

/** Enrolments that take a place of group `g`: all but those whose money went back. */
export const TAKEN = sql.raw(`(SELECT count(*)::int FROM matriculas tm WHERE tm.id_grupo = g.id
  AND tm.suspendida_por IS DISTINCT FROM 'pasarela')`)

/**
 * People for whom an unpaid order holds a place of group `g`: since *Comprar ahora*, or while the gateway has their payment.
 * What `usuario` holds gives way to their own purchase.
 */
export const heldPlaces = (usuario: SQL | number = 0): SQL => sql`(SELECT count(DISTINCT ho.id_usuario)::int
  FROM orden_lineas hl JOIN ordenes ho ON ho.id = hl.id_orden
  WHERE hl.id_grupo = g.id AND hl.apartado_hasta > now() - ${OLDEST} AND ho.id_usuario <> ${usuario}
    AND (ho.estado IN ('en_espera', 'en_revision')
      OR (ho.estado IN ('pendiente', 'rechazada') AND hl.apartado_hasta > clock_timestamp()))
    AND NOT EXISTS (SELECT FROM matriculas hm WHERE hm.id_usuario = ho.id_usuario AND hm.id_grupo = g.id))`

/** Places left of group `g`, for this person; null without a limit. */
export const freePlaces = (usuario: SQL | number = 0): SQL =>
  sql`(CASE WHEN g.aforo IS NOT NULL THEN greatest(0, g.aforo - ${TAKEN} - ${heldPlaces(usuario)}) END)`

/** Of group `g`: it is neither closed nor over today in Lima. */
export const OPEN_GROUP = sql.raw(
  `(g.cerrado_en IS NULL AND (g.fin IS NULL OR g.fin >= (now() AT TIME ZONE '${TIME_ZONE}')::date))`,
)

const OFFERED = sql.raw('g.id, g.nombre, g.horario, g.inicio, g.fin')

const offered = (
  columns: SQL,
): SQL => sql`CASE WHEN EXISTS (SELECT FROM grupos g WHERE g.id_curso = c.id AND g.en_venta)
  THEN (SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${columns} FROM grupos g
    WHERE g.id_curso = c.id AND g.en_venta AND ${OPEN_GROUP} ORDER BY g.inicio, g.id LIMIT ${sql.raw(String(MAX_OPEN_GROUPS))}) t) END`

/** Groups for one of which course `c` is sold; null where it is sold without. */
export const OFFERED_GROUPS: SQL = offered(OFFERED)

/** {@link OFFERED_GROUPS} with the places left for this person. */
export const groupsWithPlaces = (usuario: SQL | number): SQL =>
  offered(sql`${OFFERED}, ${freePlaces(usuario)} AS libres`)

/** The groups in which staff may put students of course `c`. */
export const OPEN_GROUPS: SQL = sql`(SELECT coalesce(json_agg(t), '[]') FROM (SELECT g.id, g.nombre, ${freePlaces()} AS libres FROM grupos g
  WHERE g.id_curso = c.id AND ${OPEN_GROUP} ORDER BY g.inicio, g.id LIMIT ${sql.raw(String(MAX_OPEN_GROUPS))}) t)`

/** Empty for a course that the brand does not sell, or not for a group. */
export async function listOfferedGroups(
  db: Db,
  { usuario, id_cliente }: { usuario: number | null; id_cliente: number },
  id_curso: number,
): Promise<GroupWithPlaces[]> {
  const [course] = await query<{ grupos: GroupWithPlaces[] | null }>(
    db,
    sql`SELECT ${groupsWithPlaces(usuario ?? 0)} AS grupos FROM cursos c
      WHERE c.id = ${id_curso} AND c.id_cliente = ${id_cliente} AND c.estado = 1`,
  )
  return course?.grupos ?? []
}

/** Of group `g`: it is open and has more people than places, as after a payment that came late. */
export const OVER_LIMIT = sql`${OPEN_GROUP} AND g.aforo < ${TAKEN}`

/** Whether who is in `group` of its course, or null in none, has the class `s`: a class is of all or of one group. */
export const seesClass = (group: SQL): SQL => sql`(s.id_grupo IS NULL OR s.id_grupo = ${group})`

/** The group of a student in a course. */
export const groupIn = (usuario: SQL | number | null, idCurso: SQL): SQL =>
  sql`(SELECT mg.id_grupo FROM matriculas mg WHERE mg.id_usuario = ${usuario} AND mg.id_curso = ${idCurso})`

/** @throws DATOS_INVALIDOS where a class cannot be of the group alone */
export async function requireGroupForClass(tx: Db, idCurso: number, id: number): Promise<void> {
  const [group] = await query<{ abierto: boolean }>(
    tx,
    sql`SELECT ${OPEN_GROUP} AS abierto FROM grupos g WHERE g.id = ${id} AND g.id_curso = ${idCurso}`,
  )
  if (!group) throw invalid('id_grupo', 'Ese grupo es de otro curso.')
  if (!group.abierto) throw invalid('id_grupo', 'Ese grupo está cerrado.')
}

/** `abierto`: it is neither closed nor over. `libres` is null without a limit. */
export type LockedGroup = {
  id: number
  id_curso: number
  nombre: string
  horario: string
  abierto: boolean
  en_venta: boolean
  aforo: number | null
  libres: number | null
}

/**
 * Groups of the brand with their places as they are now, until the transaction ends: who takes a place waits here. Locked in the
 * order of their ids, always before enrolments. What `usuario` holds counts as free.
 */
export async function lockGroups(tx: Db, brand: number, ids: number[], usuario = 0): Promise<Map<number, LockedGroup>> {
  if (ids.length === 0) return new Map()
  const which = sql`g.id = ANY (${sql.param(ids)}::bigint[]) AND c.id_cliente = ${brand}`
  const from = sql`grupos g JOIN cursos c ON c.id = g.id_curso WHERE ${which}`
  await tx.execute(sql`SELECT FROM ${from} ORDER BY g.id FOR NO KEY UPDATE OF g`)
  const rows = await query<LockedGroup>(
    tx,
    sql`SELECT g.id, g.id_curso, g.nombre, g.horario, g.aforo, g.en_venta, ${OPEN_GROUP} AS abierto,
      ${freePlaces(usuario)} AS libres FROM ${from}`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Whom a locked group takes, one after the other: each has one place less for the next. */
export function placesIn(groups: Map<number, LockedGroup>) {
  const taken = new Map<number, number>()
  /** `GRUPO_LLENO` with its text, or why not at all; null with a place. */
  return (id: number, idCurso: number): { full: boolean; text: string } | null => {
    const group = groups.get(id)
    if (group?.id_curso !== idCurso) return { full: false, text: 'Ese grupo es de otro curso.' }
    if (!group.abierto) return { full: false, text: 'Ese grupo está cerrado.' }
    const before = taken.get(id) ?? 0
    if (group.libres !== null && before >= group.libres) return { full: true, text: fullText(group) }
    taken.set(id, before + 1)
    return null
  }
}

export const fullText = ({ nombre }: { nombre: string }): string => `El grupo ${quoted(nombre)} ya no tiene vacantes.`
