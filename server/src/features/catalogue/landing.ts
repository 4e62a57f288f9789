import type { BannerSettings, Landing } from '@campus/contract/brands'
import type { LandingPage } from '@campus/contract/catalogue'
import { MAX_COURSES } from '@campus/contract/course-limits'
import { landingTexts } from '@campus/contract/landing-words'
import { sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import { NO_SETTINGS } from '../brands/brands.ts'
import { CARD_COLUMNS, COURSE_CONTENT, SHOP_COLUMNS, teachersOfBrand } from './catalogue.ts'

/** Beyond it the landing page says no exact number. */
const MAX_COUNTED = 10_000

type Row = Pick<LandingPage, 'cursos' | 'estudiantes' | 'docentes'> & {
  botones: BannerSettings | null
  portada: Partial<Landing>
}

/** @throws NO_ENCONTRADO where there is no brand at all */
export async function findLanding(db: Db, brand: number): Promise<LandingPage> {
  const [row] = await query<Row>(
    db,
    sql`SELECT
      (SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${CARD_COLUMNS}, ${SHOP_COLUMNS} FROM cursos c
        JOIN categorias k ON k.id = c.id_categoria ${COURSE_CONTENT}
        WHERE c.id_cliente = v.id AND c.estado = 1 ORDER BY k.orden, k.id, c.id LIMIT ${MAX_COURSES}) t) AS cursos,
      (SELECT count(*) FROM (SELECT 1 FROM usuarios u WHERE u.id_cliente = v.id AND u.tipo_cliente = 'Alumno' AND u.estado = 1
        LIMIT ${MAX_COUNTED}) t) AS estudiantes,
      (SELECT coalesce(json_agg(t), '[]') FROM (${teachersOfBrand(sql.raw('v.id'))}) t) AS docentes,
      (SELECT to_json(b) FROM botones b WHERE b.id_cliente = v.id) AS botones, v.portada
    FROM clientes v WHERE v.id = ${brand}`,
  )
  if (!row) throw fail('NO_ENCONTRADO')
  return { ...row, botones: row.botones ?? NO_SETTINGS, portada: landingTexts(row.portada) }
}
