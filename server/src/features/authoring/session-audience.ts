import type { SessionRow } from '@campus/contract/catalogue.staff'
import { sessionNotice } from '@campus/contract/session-notice'
import { sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { seesClass } from '../groups/groups.ts'
import { notify } from '../notifications/notifications.ts'
import { LIVE_STUDENTS } from './authoring.ts'

export const CLASSES = sql.raw(`sesiones s JOIN lecciones l ON l.id = s.id_leccion JOIN modulos m ON m.id = l.id_modulo
  JOIN cursos c ON c.id = m.id_curso`)

/** Who may see the class: no one while its module or lesson is hidden. Students keep a hidden course. */
const SHOWN_TO = sql`${LIVE_STUDENTS} AND m.activo AND l.activo`
const SEES = seesClass(sql.raw('matriculas.id_grupo'))
export const AUDIENCE = sql`${SHOWN_TO} AND ${SEES}`

/** One notice for each student, however many classes changed; who loses a class to another group reads it too. */
export async function notifyStudents(
  tx: Db,
  before: SessionRow,
  session: SessionRow,
  following: number[],
): Promise<void> {
  const lost = sql`(${before.id_grupo}::bigint IS NULL OR matriculas.id_grupo = ${before.id_grupo})`
  const audience = before.id_grupo === session.id_grupo ? AUDIENCE : sql`${SHOWN_TO} AND (${SEES} OR ${lost})`
  const students = await query<{ id: number; ruta: string }>(
    tx,
    sql`SELECT DISTINCT ON (e.id_usuario) e.id_usuario AS id, format('/miscursos/%s/modulos/%s/leccion/%s', c.id, m.id, l.id) AS ruta
      FROM ${CLASSES} CROSS JOIN LATERAL (SELECT matriculas.id_usuario ${audience}) e
      WHERE s.id = ANY(${sql.param([session.id, ...following])}::bigint[]) ORDER BY e.id_usuario, s.inicio`,
  )
  const { id, version } = session
  await notify(tx, {
    evento: 'aviso',
    tipo: 'Otro',
    ...sessionNotice(before, session, following.length),
    ruta: students[0]?.ruta ?? '/calendario',
    clave: `sesion-cambiada:${id}:${version}`,
    usuarios: students.map((student) => student.id),
  })
}
