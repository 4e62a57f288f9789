import type { CartCourse } from '@campus/contract/cart'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { courseAsShown, LISTED_COLUMNS } from '../catalogue/catalogue.ts'
import { isEnrolled } from '../learning/learning.ts'

/** The courses of a cart as they are sold now in a brand, in the order asked; what is no longer sold is left out. */
export async function readCart(
  db: Db,
  { usuario, id_cliente }: { usuario: number | null; id_cliente: number },
  asked: number[],
): Promise<CartCourse[]> {
  const ids = sql`${sql.param(asked)}::int[]`
  const rows = await query<CartCourse>(
    db,
    sql`SELECT ${LISTED_COLUMNS}, ${isEnrolled(usuario, sql.raw('c.id'))} AS comprado
      FROM cursos c JOIN categorias k ON k.id = c.id_categoria
      WHERE c.id = ANY(${ids}) AND c.id_cliente = ${id_cliente} AND c.estado = 1
      ORDER BY array_position(${ids}, c.id)`,
  )
  return rows.map(courseAsShown)
}
