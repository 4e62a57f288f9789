import type { CourseMatches } from '@campus/contract/catalogue'
import { MAX_COURSES } from '@campus/contract/course-limits'
import { type SQL, sql } from 'drizzle-orm'
import { containsTerms, termsOf } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'

/** Trigram similarity from which a word is taken for a misspelling of another. */
const SIMILAR = 0.3

/** The names of a course's teachers. From `cursos c`. */
const TEACHERS = sql`(SELECT string_agg(u.nombres || ' ' || u.apellidos, ' ') FROM curso_docentes d
  JOIN usuarios u ON u.id = d.id_usuario AND u.estado = 1 WHERE d.id_curso = c.id)`

/** Without an index: a brand has few hundred courses, and names and descriptions are asked first. */
const EVERYTHING = sql`(c.busqueda || ' ' || sin_acentos(concat_ws(' ', k.nombre, ${TEACHERS})))`

/** Courses with every word in this text, those with all of them in the name first. */
async function matching(db: Db, brand: number, words: string[], text: SQL): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    sql`SELECT c.id FROM cursos c JOIN categorias k ON k.id = c.id_categoria
      WHERE c.id_cliente = ${brand} AND c.estado = 1 AND ${containsTerms(text, words)}
      ORDER BY ${containsTerms(sql`sin_acentos(c.nombre)`, words)} DESC, k.orden, k.id, c.id LIMIT ${MAX_COURSES}`,
  )
  return rows.map(({ id }) => id)
}

/** In names and descriptions; where those have nothing, with categories and teachers, in which letters alone say nothing. */
async function find(db: Db, brand: number, words: string[]): Promise<number[]> {
  const named = await matching(db, brand, words, sql`c.busqueda`)
  const telling = words.some(({ length }) => length > 2)
  return named.length > 0 || !telling ? named : matching(db, brand, words, EVERYTHING)
}

/**
 * The typed words with each unknown one replaced by the nearest of the brand's courses, categories and teachers; null
 * without any near one. Words of descriptions are left out: they are thousands, and near to anything.
 */
async function nearest(db: Db, brand: number, words: string[]): Promise<string | null> {
  const rows = await query<{ palabra: string | null }>(
    db,
    sql`WITH vocabulario AS MATERIALIZED (SELECT DISTINCT w AS palabra, sin_acentos(w) AS plana
        FROM cursos c JOIN categorias k ON k.id = c.id_categoria,
          regexp_split_to_table(lower(concat_ws(' ', c.nombre, k.nombre, ${TEACHERS})), '[[:space:].,:;()¿?¡!/-]+') w
        WHERE c.id_cliente = ${brand} AND c.estado = 1 AND length(w) > 2)
      SELECT CASE WHEN length(t.palabra) <= 2 THEN t.palabra ELSE (SELECT v.palabra FROM vocabulario v WHERE similarity(v.plana, t.palabra) >= ${SIMILAR}
        ORDER BY similarity(v.plana, t.palabra) DESC, v.palabra LIMIT 1) END AS palabra
      FROM unnest(${sql.param(words)}::text[]) WITH ORDINALITY t(palabra, n) ORDER BY t.n`,
  )
  const near = rows.flatMap(({ palabra }) => palabra ?? [])
  return near.length === words.length ? near.join(' ') : null
}

const QUOTED = /^["“«].*["”»]$/

/**
 * Ignores case and accents. Where the text finds nothing, `sugerencia` is a correction that finds something, and the
 * courses are those of the correction, unless the text is in quotes: then it is meant as it is.
 */
export async function searchCourses(db: Db, brand: number, text: string): Promise<CourseMatches> {
  const words = termsOf(text)
  if (words.length === 0) return { cursos: [], sugerencia: null }
  const cursos = await find(db, brand, words)
  if (cursos.length > 0) return { cursos, sugerencia: null }
  const sugerencia = await nearest(db, brand, words)
  const corrected = sugerencia ? await find(db, brand, termsOf(sugerencia)) : []
  if (corrected.length === 0) return { cursos: [], sugerencia: null }
  return { cursos: QUOTED.test(text) ? [] : corrected, sugerencia }
}
