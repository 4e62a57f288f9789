import type { BannerSettings, Landing } from '@campus/contract/brands'
import type { LandingPage } from '@campus/contract/catalogue'
import { MOST_COURSES } from '@campus/contract/course-limits'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { fail } from '../../platform/http/failures.ts'
import { NO_SETTINGS } from '../brands/brands.ts'
import { CARD_COLUMNS, teachersOfBrand, type Visit, visitedBrand } from './catalogue.ts'
import { landingWords } from './landing-words.ts'

type Row = Pick<LandingPage, 'cursos' | 'docentes'> & { botones: BannerSettings | null; portada: Partial<Landing> }

/** What the landing page of the visit's brand shows. @throws NO_ENCONTRADO where there is no brand at all */
export async function findLanding(db: Db, visit: Visit): Promise<LandingPage> {
  const [row] = await query<Row>(
    db,
    sql`SELECT
      (SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${CARD_COLUMNS} FROM cursos c JOIN categorias k ON k.id = c.id_categoria
        WHERE c.id_cliente = v.id AND c.estado = 1 ORDER BY k.orden, k.id, c.id LIMIT ${MOST_COURSES}) t) AS cursos,
      (SELECT coalesce(json_agg(t), '[]') FROM (${teachersOfBrand(sql.raw('v.id'))}) t) AS docentes,
      (SELECT to_json(b) FROM botones b WHERE b.id_cliente = v.id) AS botones, v.portada
    FROM clientes v WHERE v.id = ${visitedBrand(visit)}`,
  )
  if (!row) throw fail('NO_ENCONTRADO')
  return { ...row, botones: row.botones ?? NO_SETTINGS, portada: landingWords(row.portada) }
}
