import { sql } from 'drizzle-orm'
import { moderatesCourse } from '../../kit/staff-access/staff-access.ts'
import type { Db } from '../../platform/db/database.ts'

/** A question waits again once the last answer of the course's staff, one of `author`, is gone. */
export async function waitAgain(tx: Db, root: number, idCurso: number, author: number): Promise<void> {
  const course = sql`${idCurso}::bigint`
  await tx.execute(sql`UPDATE comentarios c SET sin_responder = true FROM usuarios u
    WHERE c.id = ${root} AND c.eliminado_en IS NULL AND u.id = c.id_usuario AND u.tipo_cliente = 'Alumno'
      AND ${moderatesCourse(sql`${author}::bigint`, course)} AND NOT EXISTS (SELECT 1 FROM comentarios h
        WHERE h.parent_id = c.id AND h.eliminado_en IS NULL AND ${moderatesCourse(sql`h.id_usuario`, course)})`)
}
