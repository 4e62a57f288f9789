import type { CalendarEvent } from '@campus/contract/calendar'
import { TIME_ZONE } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import { feedOwner } from '../accounts/accounts.ts'
import { CLOSES, SHOWN_EXAM } from '../exams/exams.tables.ts'
import { seesClass } from '../groups/groups.ts'
import { LIVE_ENROLMENT, SESSIONS_OF_LESSON } from '../learning/learning.ts'

/** Both days included, in Lima. */
export type Span = { desde: string; hasta: string }

const zone = sql.raw(`'${TIME_ZONE}'`)

/** How long calendars get a hidden class as cancelled. */
const RETIRED_DAYS = 30

/** An event with the moment of its last change, which calendars compare. */
export type CalendarEntry = CalendarEvent & { cambiado: string }

const SHOWN = sql.raw('m.activo AND l.activo')
const MINE = sql`${seesClass(sql.raw('c.id_grupo'))} IS TRUE`

/** Before it took place, and not long ago. */
const lately = (moment: string) => `${moment} > now() - interval '${RETIRED_DAYS} days' AND s.inicio > ${moment}`

const RETIRED = sql.raw(lately('s.retirada_en'))
/** Of the group that the student left, or that was given to another group. */
const LEFT = sql`NOT ${MINE} AND (${sql.raw(`s.id_grupo = c.id_grupo_antes AND ${lately('c.cambiada_en')} OR ${lately('s.grupo_cambiado_en')}`)})`

const utc = (column: string) => sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)

/** Events of the student's live courses; `sessions` says which of their classes. */
const eventsOf = (usuario: SQL | number, sessions: SQL = sql`${SHOWN} AND ${MINE}`) => sql`
  WITH own_courses AS (
    SELECT c.id, c.nombre, c.renombrado_en, matriculas.fecha_vencimiento, matriculas.secuencia, matriculas.cambiada_en,
      matriculas.id_grupo, matriculas.id_grupo_antes
    FROM matriculas JOIN cursos c ON c.id = matriculas.id_curso
    WHERE matriculas.id_usuario = ${usuario} AND ${LIVE_ENROLMENT}),
  events AS (
    SELECT 'sesion-' || s.id AS uid, 'sesion' AS tipo, s.nombre, c.id AS id_curso, c.nombre AS curso, m.id AS id_modulo,
           l.id AS id_leccion, NULL::bigint AS id_evaluacion, s.id AS id_sesion, s.inicio, s.inicio + make_interval(mins => s.duracion) AS fin,
           CASE WHEN ${MINE} THEN s.enlace END AS enlace, false AS all_day,
           s.cancelada_en IS NOT NULL OR NOT (${SHOWN} AND ${MINE}) AS cancelada, s.secuencia + c.secuencia AS secuencia,
           greatest(s.cambiada_en, c.renombrado_en, CASE WHEN s.id_grupo IS NOT NULL THEN c.cambiada_en END) AS cambiado
    FROM own_courses c JOIN modulos m ON m.id_curso = c.id JOIN lecciones l ON l.id_modulo = m.id
    JOIN LATERAL ${SESSIONS_OF_LESSON} s ON ${sessions}
    UNION ALL
    SELECT v.tipo || '-' || e.id, v.tipo, e.nombre, c.id, c.nombre, e.id_modulo, NULL, e.id, NULL, v.moment, v.moment, NULL, false, false,
           e.secuencia + coalesce(v.secuencia, 0), greatest(e.cambiada_en, c.renombrado_en, v.cambiada_en)
    FROM own_courses c JOIN evaluaciones e ON e.id_curso = c.id AND e.modelo = 1 AND ${SHOWN_EXAM}
    LEFT JOIN detalle_evaluacion d ON d.id_evaluacion = e.id AND d.id_alumno = ${usuario}
    CROSS JOIN LATERAL (VALUES ('examen_abre', e.fecha_apertura, 0, NULL), ('examen_cierra', ${CLOSES}, d.secuencia, d.cambiada_en))
      v (tipo, moment, secuencia, cambiada_en)
    WHERE v.moment IS NOT NULL
    UNION ALL
    SELECT 'matricula-' || c.id, 'matricula_vence', c.nombre, c.id, c.nombre, NULL, NULL, NULL, NULL,
           c.fecha_vencimiento::timestamp AT TIME ZONE ${zone}, (c.fecha_vencimiento + 1)::timestamp AT TIME ZONE ${zone}, NULL, true, false,
           c.secuencia, greatest(c.cambiada_en, c.renombrado_en)
    FROM own_courses c WHERE c.fecha_vencimiento IS NOT NULL)
  SELECT uid, tipo, nombre, curso, id_curso, id_modulo, id_leccion, id_evaluacion, id_sesion, enlace, cancelada, secuencia,
    to_char(inicio AT TIME ZONE ${zone}, 'YYYY-MM-DD') AS fecha,
    CASE WHEN all_day THEN NULL ELSE to_char(inicio AT TIME ZONE ${zone}, 'HH24:MI') END AS hora_inicio,
    ${utc('inicio')} AS inicio, ${utc('fin')} AS fin, ${utc('cambiado')} AS cambiado
  FROM events`

export async function listEvents(db: Db, usuario: number, { desde, hasta }: Span): Promise<CalendarEvent[]> {
  return query(
    db,
    sql`${eventsOf(usuario)}
    WHERE (inicio AT TIME ZONE ${zone})::date BETWEEN ${desde}::date AND ${hasta}::date
    ORDER BY events.inicio, uid LIMIT 1000`,
  )
}

/** @throws NO_ENCONTRADO outside the student's live courses */
export async function findSessionEvent(db: Db, usuario: number, idSesion: number): Promise<CalendarEntry> {
  const [row] = await query<CalendarEntry>(db, sql`${eventsOf(usuario)} WHERE id_sesion = ${idSesion}`)
  if (!row) throw fail('NO_ENCONTRADO')
  return row
}

/** Half a year back and one ahead, with the classes that were hidden or given to others lately as cancelled. @throws NO_ENCONTRADO */
export async function listFeed(db: Db, secreto: string): Promise<CalendarEntry[]> {
  const usuario = await feedOwner(db, secreto)
  return query(
    db,
    sql`${eventsOf(usuario, sql`((${SHOWN} OR ${RETIRED}) AND ${MINE} OR ${SHOWN} AND ${LEFT})`)}
    WHERE inicio BETWEEN now() - interval '180 days' AND now() + interval '365 days' ORDER BY events.inicio, uid LIMIT 2000`,
  )
}
