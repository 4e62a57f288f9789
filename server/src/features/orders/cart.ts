import type { CartCourse } from '@campus/contract/cart'
import { sql } from 'drizzle-orm'
import { type Db, hotRows } from '../../platform/db/database.ts'
import { courseAsShown, LISTED_COLUMNS } from '../catalogue/catalogue.ts'
import { LIVE_ENROLMENT, ME } from '../learning/learning.ts'

const ids = sql`string_to_array(${sql.placeholder('ids')}::text, ',')::int[]`

const coursesOfCart = hotRows<CartCourse>(
  'carrito',
  sql`SELECT ${LISTED_COLUMNS}, EXISTS (SELECT 1 FROM matriculas WHERE matriculas.id_curso = c.id
      AND matriculas.id_usuario = ${ME} AND ${LIVE_ENROLMENT}) AS comprado
    FROM cursos c JOIN categorias k ON k.id = c.id_categoria
    WHERE c.id = ANY(${ids}) AND c.id_cliente = ${sql.placeholder('marca')}::int AND c.estado = 1
    ORDER BY array_position(${ids}, c.id)`,
)

/** The courses of a cart as they are sold now in a brand, in the order asked; what is no longer sold is left out. */
export async function readCart(
  db: Db,
  asker: { usuario: number | null; id_cliente: number },
  asked: number[],
): Promise<CartCourse[]> {
  const rows = await coursesOfCart(db, { ids: asked.join(','), usuario: asker.usuario, marca: asker.id_cliente })
  return rows.map(courseAsShown)
}
