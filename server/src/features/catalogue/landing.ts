import type { BannerSettings, Landing } from '@campus/contract/brands'
import type { LandingPage } from '@campus/contract/catalogue'
import { MOST_COURSES, MOST_TEACHERS } from '@campus/contract/course-limits'
import { sql } from 'drizzle-orm'
import { type Db, hotRows } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import { NO_SETTINGS } from '../brands/brands.ts'
import { CARD_COLUMNS, TEACHER_COLUMNS, VISITED_BRAND, type Visit, visitValues } from './catalogue.ts'
import { landingWords } from './landing-words.ts'

type Row = Pick<LandingPage, 'cursos' | 'docentes'> & { botones: BannerSettings | null; portada: Partial<Landing> }

const wholeLanding = hotRows<Row>(
  'portada',
  sql`SELECT
      (SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${CARD_COLUMNS} FROM cursos c JOIN categorias k ON k.id = c.id_categoria
        WHERE c.id_cliente = v.id AND c.estado = 1 ORDER BY k.orden, k.id, c.id LIMIT ${sql.raw(String(MOST_COURSES))}) t) AS cursos,
      (SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${TEACHER_COLUMNS} FROM usuarios u
        WHERE u.id_cliente = v.id AND u.tipo_cliente = 'Docente' AND u.estado = 1 ORDER BY u.apellidos, u.nombres, u.id
        LIMIT ${sql.raw(String(MOST_TEACHERS))}) t) AS docentes,
      (SELECT to_json(b) FROM botones b WHERE b.id_cliente = v.id) AS botones, v.portada
    FROM clientes v WHERE v.id = ${VISITED_BRAND}`,
)

/** What the landing page of the visit's brand shows, in one query. @throws NO_ENCONTRADO where there is no brand at all */
export async function findLanding(db: Db, visit: Visit): Promise<LandingPage> {
  const [row] = await wholeLanding(db, visitValues(visit))
  if (!row) throw fail('NO_ENCONTRADO')
  return { ...row, botones: row.botones ?? NO_SETTINGS, portada: landingWords(row.portada) }
}
