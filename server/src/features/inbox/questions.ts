import type { QuestionRow, QuestionsQuery } from '@campus/contract/inbox'
import { type SQL, sql } from 'drizzle-orm'
import { type List, type ListPage, listRows } from '../../kit/lists/lists.ts'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Identity } from '../../platform/http/http.ts'

const EXCERPT = 160

/** What waits, to be read or counted after FROM. Forums have negative keys, so that both kinds have one order. */
export const waitingQuestions = (identity: Identity): SQL => {
  const scope = sql`c.id_cliente = ${identity.id_cliente} AND ${coursesInScope(identity, 'cursos.editar')}`
  return sql`(SELECT q.id AS llave, q.id, 'comentario' AS tipo, q.fecha, q.id_usuario, q.comentario AS texto, l.titulo AS lugar,
      c.id AS id_curso, c.nombre AS curso,
      format('/miscursos/%s/modulos/%s/leccion/%s#comentario-%s', c.id, m.id, l.id, q.id) AS ruta
    FROM comentarios q JOIN lecciones l ON l.id = q.id_leccion AND l.activo JOIN modulos m ON m.id = l.id_modulo AND m.activo
    JOIN cursos c ON c.id = m.id_curso WHERE q.sin_responder AND q.eliminado_en IS NULL AND ${scope}
    UNION ALL
    SELECT -f.id, f.id, 'foro', f.fecha_creacion, f.id_usuario, f.texto, f.titulo, c.id, c.nombre, '/foro/' || f.id
    FROM foros f JOIN cursos c ON c.id = f.id_curso
    WHERE f.sin_responder AND f.eliminado_en IS NULL AND f.id_solucion IS NULL AND ${scope}) q`
}

type Filters = Pick<QuestionsQuery, 'curso' | 'tipo'>

const listOf = (identity: Identity): List<Filters> => ({
  from: waitingQuestions(identity),
  id: sql.raw('q.llave'),
  columns: sql`q.tipo, q.id, q.id_curso, q.curso, q.lugar, left(q.texto, ${EXCERPT}) AS extracto, q.fecha, q.ruta,
    (SELECT u.nombres || ' ' || u.apellidos FROM usuarios u WHERE u.id = q.id_usuario) AS autor`,
  sorts: { fecha: { by: sql.raw('q.fecha'), type: 'timestamptz' } },
  defaultSort: 'fecha',
  filters: {
    curso: (id) => sql`q.id_curso = ${id}`,
    tipo: (tipo) => sql`q.tipo = ${tipo}`,
  },
})

/** Students' questions without an answer of the course's staff, the oldest first (docs/product/staff.md 6.3). */
export const listQuestions = (db: Db, identity: Identity, asked: QuestionsQuery): Promise<ListPage<QuestionRow>> =>
  listRows<QuestionRow, Filters>(db, listOf(identity), asked, sql`true`)
