import type { Cart, CartCourse } from '@campus/contract/cart'
import { sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { GIVES_CERTIFICATE, LISTED_COLUMNS, withCleanDescription } from '../catalogue/catalogue.ts'
import { groupsWithPlaces } from '../groups/groups.ts'
import { isEnrolled } from '../learning/learning.ts'

/** Current data of the courses in a cart, in the given order; courses no longer on sale are omitted. */
export async function readCart(
  db: Db,
  { usuario, id_cliente }: { usuario: number | null; id_cliente: number },
  courseIds: number[],
): Promise<CartCourse[]> {
  const ids = sql`${sql.param(courseIds)}::bigint[]`
  const rows = await query<CartCourse>(
    db,
    sql`SELECT ${LISTED_COLUMNS}, ${isEnrolled(usuario, sql.raw('c.id'))} AS comprado, ${GIVES_CERTIFICATE} AS certificado,
        ${groupsWithPlaces(usuario ?? 0)} AS grupos
      FROM cursos c JOIN categorias k ON k.id = c.id_categoria
      WHERE c.id = ANY(${ids}) AND c.id_cliente = ${id_cliente} AND c.estado = 1
      ORDER BY array_position(${ids}, c.id)`,
  )
  return rows.map(withCleanDescription)
}

/** Which of these courses another brand sells. */
export const soldElsewhere = (db: Db, id_cliente: number, courseIds: number[]) =>
  query<Cart['de_otra_marca'][number]>(
    db,
    sql`SELECT c.id, c.id_cliente FROM cursos c JOIN clientes b ON b.id = c.id_cliente AND b.estado = 1
      WHERE c.id = ANY(${sql.param(courseIds)}::bigint[]) AND c.id_cliente <> ${id_cliente} AND c.estado = 1 ORDER BY c.id`,
  )
