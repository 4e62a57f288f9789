import type { ChosenGroups } from '@campus/contract/groups'
import { quoted } from '@campus/contract/texts'
import { sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import { type LockedGroup, lockGroups, PLACE_HOLD_MINUTES } from '../groups/groups.ts'

type Buying = { usuario: number; id_cliente: number }
type Named = { id_curso: number; nombre: string }

/** Those of the courses that are sold for a group alone. */
async function soldForGroup(tx: Db, courses: number[]): Promise<Set<number>> {
  const rows = await query<{ id: number }>(
    tx,
    sql`SELECT DISTINCT g.id_curso AS id FROM grupos g WHERE g.id_curso = ANY (${sql.param(courses)}::bigint[]) AND g.en_venta`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Why there is no place for this course in the group, in words; null where there is one. */
function refusal({ id_curso, nombre }: Named, group: LockedGroup | undefined, sold: boolean): string | null {
  if (group?.id_curso !== id_curso || !group.abierto || (sold && !group.en_venta))
    return `El grupo que elegiste de ${quoted(nombre)} ya no está abierto.`
  return group.libres === 0 ? `El grupo ${quoted(group.nombre)} de ${quoted(nombre)} ya no tiene vacantes.` : null
}

/**
 * The lines of a purchase with their groups, locked with a place for the buyer until the transaction ends; called before
 * coupons are locked. A course that is sold for a group needs one; `byStaff` may leave it open, and choose one that is not on sale.
 * @throws DATOS_INVALIDOS under `field`
 */
export async function takePlaces<L extends Named>(
  tx: Db,
  { usuario, id_cliente }: Buying,
  lines: L[],
  chosen: ChosenGroups | undefined,
  { byStaff = false, field = 'items' } = {},
): Promise<(L & { id_grupo: number | null })[]> {
  const sold = await soldForGroup(
    tx,
    lines.map(({ id_curso }) => id_curso),
  )
  const groupOf = new Map(chosen?.map(({ id_curso, id_grupo }) => [id_curso, id_grupo]))
  const taking = lines.map((line) => {
    const group = byStaff || sold.has(line.id_curso) ? groupOf.get(line.id_curso) : undefined
    return { ...line, id_grupo: group ?? null }
  })
  const ids = taking.flatMap(({ id_grupo }) => (id_grupo === null ? [] : [id_grupo]))
  const groups = await lockGroups(tx, id_cliente, ids, usuario)
  const errors = taking.flatMap((line) => {
    const { id_curso, nombre, id_grupo } = line
    if (id_grupo === null) return !byStaff && sold.has(id_curso) ? [`Elige tu grupo de ${quoted(nombre)}.`] : []
    return refusal(line, groups.get(id_grupo), !byStaff) ?? []
  })
  if (errors.length > 0) throw fail('DATOS_INVALIDOS', { errors: { [field]: errors }, message: errors[0] })
  return taking
}

/** Until when a place is held for who begins to pay now. */
export const HOLD = sql`clock_timestamp() + make_interval(mins => ${PLACE_HOLD_MINUTES})`

/** Again from now, for an order that is still not paid. */
export async function holdPlaces(tx: Db, orden: number): Promise<void> {
  await tx.execute(
    sql`UPDATE orden_lineas SET apartado_hasta = ${HOLD} WHERE id_orden = ${orden} AND id_grupo IS NOT NULL`,
  )
}
