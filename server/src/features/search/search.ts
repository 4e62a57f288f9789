import type { SearchItem } from '@campus/contract/search'
import { sql } from 'drizzle-orm'
import { type Db, hotRows } from '../../platform/database.ts'
import { LIVE_ENROLMENT } from '../learning/learning.ts'

/** Most things the box is fed with; a student of 50 courses has fewer. */
const MOST_ITEMS = 3000

const itemsOf = hotRows<SearchItem>(
  'busqueda',
  sql`
  WITH mios AS MATERIALIZED (
    SELECT c.id, c.nombre FROM matriculas JOIN cursos c ON c.id = matriculas.id_curso
    WHERE matriculas.id_usuario = ${sql.placeholder('usuario')}::int AND ${LIVE_ENROLMENT}),
  suyos AS MATERIALIZED (SELECT m.id, m.nombre, m.id_curso, m.orden FROM mios JOIN modulos m ON m.id_curso = mios.id WHERE m.activo)
  SELECT nombre, tipo, id, id_curso, id_modulo, codigo FROM (
    SELECT nombre, 'Curso' AS tipo, id, id AS id_curso, NULL::int AS id_modulo, NULL::text AS codigo, 1 AS clase, 0 AS orden FROM mios
    UNION ALL SELECT nombre, 'Módulo', id, id_curso, id, NULL, 2, orden FROM suyos
    UNION ALL SELECT l.titulo, 'Lección', l.id, s.id_curso, s.id, NULL, 3, l.orden
      FROM suyos s JOIN lecciones l ON l.id_modulo = s.id WHERE l.activo
    UNION ALL SELECT coalesce(x.modulo, x.curso), 'Certificado', x.id, x.id_curso, x.id_modulo, x.codigo_certificado, 4, 0
      FROM certificados x WHERE x.id_usuario = ${sql.placeholder('usuario')}::int AND x.estado = 'vigente') todo
  ORDER BY clase, id_curso, id_modulo NULLS FIRST, orden LIMIT ${sql.raw(String(MOST_ITEMS))}`,
)

/** Everything of a student's that the search box can open: the browser filters while one types (campus.md section 5). */
export const listSearchItems = (db: Db, usuario: number): Promise<SearchItem[]> => itemsOf(db, { usuario })
