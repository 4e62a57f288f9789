import type { CourseMatches } from '@campus/contract/catalogue'
import { MAX_COURSES } from '@campus/contract/course-limits'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { containsTerms, termsOf } from '../../platform/db/words.ts'

/** Trigram similarity from which a word is taken for a misspelling of another. */
const SIMILAR = 0.3

/** Courses with every word in their name or description, those with all of them in the name first. */
async function matching(db: Db, brand: number, words: string[]): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    sql`SELECT c.id FROM cursos c JOIN categorias k ON k.id = c.id_categoria
      WHERE c.id_cliente = ${brand} AND c.estado = 1 AND ${containsTerms(sql`c.busqueda`, words)}
      ORDER BY ${containsTerms(sql`sin_acentos(c.nombre)`, words)} DESC, k.orden, k.id, c.id LIMIT ${MAX_COURSES}`,
  )
  return rows.map(({ id }) => id)
}

/** The typed words with each unknown one replaced by the nearest of the brand's course names; null without any near one. */
async function nearest(db: Db, brand: number, words: string[]): Promise<string | null> {
  const rows = await query<{ palabra: string | null }>(
    db,
    sql`WITH vocabulario AS MATERIALIZED (SELECT DISTINCT w AS palabra, sin_acentos(w) AS plana
        FROM cursos c, regexp_split_to_table(lower(c.nombre), '[[:space:].,:;()¿?¡!/-]+') w
        WHERE c.id_cliente = ${brand} AND c.estado = 1 AND length(w) > 2)
      SELECT CASE WHEN length(t.palabra) <= 2 THEN t.palabra ELSE (SELECT v.palabra FROM vocabulario v WHERE similarity(v.plana, t.palabra) >= ${SIMILAR}
        ORDER BY similarity(v.plana, t.palabra) DESC, v.palabra LIMIT 1) END AS palabra
      FROM unnest(${sql.param(words)}::text[]) WITH ORDINALITY t(palabra, n) ORDER BY t.n`,
  )
  const near = rows.flatMap(({ palabra }) => palabra ?? [])
  return near.length === words.length ? near.join(' ') : null
}

/** Ignores case and accents; `sugerencia` is a correction that finds something where the text finds nothing. */
export async function searchCourses(db: Db, brand: number, text: string): Promise<CourseMatches> {
  const words = termsOf(text)
  if (words.length === 0) return { cursos: [], sugerencia: null }
  const cursos = await matching(db, brand, words)
  if (cursos.length > 0) return { cursos, sugerencia: null }
  const sugerencia = await nearest(db, brand, words)
  const found = sugerencia ? await matching(db, brand, termsOf(sugerencia)) : []
  return { cursos: [], sugerencia: found.length > 0 ? sugerencia : null }
}
