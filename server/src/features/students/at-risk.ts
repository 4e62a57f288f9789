import {
  ATTENTION_POINTS,
  BEHIND_BY,
  HIGH_POINTS,
  LITTLE_PROGRESS,
  MISSED_CLASSES,
  RISK_DAYS,
  RISK_POINTS,
  type RiskReason,
} from '@campus/contract/at-risk'
import type { Following } from '@campus/contract/enrolments.staff'
import { EXAM_MODEL, TIME_ZONE } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import { seesClass } from '../groups/groups.ts'
import { LIMA_TODAY, LIVE_ENROLMENT } from '../learning/learning.ts'
import { wordsOf } from './risk-words.ts'

/** A later moment is fewer than {@link RISK_DAYS} days ago, as days of Lima. */
const LONG_AGO = sql`(SELECT (${LIMA_TODAY} - ${RISK_DAYS - 1}::int)::timestamp AT TIME ZONE ${TIME_ZONE})`
const PROGRESS = sql.raw('coalesce(p.porcentaje, 0)')

/** In this course; `referencia` is from {@link referencesOf}. */
const VISITS = sql.raw(
  `FROM progreso_lecciones v WHERE v.id_usuario = matriculas.id_usuario AND v.id_leccion = ANY (referencia.lecciones)`,
)
const ATTEMPTS = sql.raw(`FROM detalle_evaluacion d JOIN intentos_evaluacion i ON i.id_detalle = d.id
  WHERE d.id_alumno = matriculas.id_usuario AND d.id_evaluacion = ANY (referencia.evaluaciones)`)

const LAST_ACTIVITY = sql`greatest(p.ultima_actividad, (SELECT max(v.visto_en) ${VISITS}), (SELECT max(i.inicio) ${ATTEMPTS}))`

/** Exams that the student did not pass and cannot take again. */
const EXHAUSTED = sql.raw(`FROM detalle_evaluacion d JOIN evaluaciones e ON e.id = d.id_evaluacion
  WHERE d.id_alumno = matriculas.id_usuario AND d.id_evaluacion = ANY (referencia.examenes) AND d.intentos >= e.intentos + d.intentos_extra
    AND NOT EXISTS (SELECT FROM intentos_evaluacion i WHERE i.id_detalle = d.id
      AND (i.aprobado OR i.estado = 'pendiente' OR (i.estado = 'abierto' AND i.limite > now())))`)

/** Of an enrolment that can be at risk. */
const REASONS: Record<RiskReason, SQL> = {
  termina: sql`coalesce(matriculas.fecha_vencimiento <= ${LIMA_TODAY} + ${RISK_DAYS}::int AND ${PROGRESS} < ${LITTLE_PROGRESS}, false)`,
  sin_actividad: sql`NOT (coalesce(p.ultima_actividad >= ${LONG_AGO}, false)
    OR EXISTS (SELECT ${VISITS} AND v.visto_en >= ${LONG_AGO}) OR EXISTS (SELECT ${ATTEMPTS} AND i.inicio >= ${LONG_AGO}))`,
  sin_intentos: sql`EXISTS (SELECT ${EXHAUSTED})`,
  detras: sql`coalesce(${PROGRESS} <= referencia.mediana - ${BEHIND_BY}::int, false)`,
  faltas: sql`coalesce(matriculas.fecha_matricula < referencia.desde AND NOT EXISTS (SELECT FROM asistencias a
    WHERE a.usuario_id = matriculas.id_usuario AND a.leccion_id = ANY (referencia.clases) AND a.asistio), false)`,
}
const NAMES = Object.keys(RISK_POINTS) as RiskReason[]

const pointsOf = (names: RiskReason[]): SQL =>
  sql.join(
    names.map((name) => sql`CASE WHEN ${REASONS[name]} THEN ${RISK_POINTS[name]}::int ELSE 0 END`),
    sql` + `,
  )

/** Enough points: by one reason alone or, where none has as many, by the others together. */
const ENOUGH = sql.join(
  [
    ...NAMES.filter((name) => RISK_POINTS[name] >= ATTENTION_POINTS).map((name) => REASONS[name]),
    sql`${pointsOf(NAMES.filter((name) => RISK_POINTS[name] < ATTENTION_POINTS))} >= ${ATTENTION_POINTS}`,
  ],
  sql` OR `,
)

/** Neither new nor finished, and the student may enter. */
const FOLLOWED = sql`(${LIVE_ENROLMENT} AND u.estado = 1 AND matriculas.fecha_matricula < ${LONG_AGO}
  AND coalesce(p.estado_avance <> 'terminado' AND p.porcentaje < 100, true))`

const CONTACTED = sql`FROM notas_alumno n WHERE n.id_curso = matriculas.id_curso AND n.id_usuario = matriculas.id_usuario
  AND n.creada_en >= ${LONG_AGO}`

/** Whether a row is shown as at risk. */
export const AT_RISK = sql`(${FOLLOWED} AND NOT EXISTS (SELECT ${CONTACTED}) AND (${ENOUGH}))`

/** Of a row, for {@link followingOf}. */
export type Facts = Omit<Following, 'riesgo'> & {
  motivos: Record<RiskReason, boolean> | null
  avance: number
  vence: string | null
  mediana: number | null
  examen: string | null
  hoy: string
}

/** {@link Facts}; subselects are read for the rows of the page alone. */
export const FACTS = sql`json_build_object('ultima_actividad', ${LAST_ACTIVITY}, 'examenes', coalesce(p.examenes, 0), 'aprobados', coalesce(p.aprobados, 0),
  'certificado', p.codigo_certificado IS NOT NULL, 'contactado_en', (SELECT max(n.creada_en) ${CONTACTED}),
  'motivos', CASE WHEN ${FOLLOWED} THEN json_build_object(${sql.join(
    NAMES.map((name) => sql`${name}::text, ${REASONS[name]}`),
    sql`, `,
  )}) END, 'avance', ${PROGRESS}, 'vence', matriculas.fecha_vencimiento, 'mediana', referencia.mediana,
  'examen', (SELECT min(e.nombre) ${EXHAUSTED}), 'hoy', ${LIMA_TODAY})`

/** What staff see of the facts of a row. */
export function followingOf({ motivos, avance, vence, mediana, examen, hoy, ...seen }: Facts): Following {
  const found = NAMES.filter((name) => motivos?.[name])
  const points = found.reduce((sum, name) => sum + RISK_POINTS[name], 0)
  if (points < ATTENTION_POINTS || seen.contactado_en) return { ...seen, riesgo: null }
  const words = { ...seen, avance, vence, mediana, examen, hoy }
  const nivel = points >= HIGH_POINTS ? 'alto' : 'atencion'
  return { ...seen, riesgo: { nivel, motivos: found.map((name) => wordsOf(name, words)) } }
}

/** The last classes that are over, of all the course or of a group. */
const lastClasses = (
  course: number,
) => sql`SELECT s.id_leccion, s.inicio FROM sesiones s JOIN lecciones l ON l.id = s.id_leccion AND l.activo
    JOIN modulos mo ON mo.id = l.id_modulo AND mo.activo
  WHERE mo.id_curso = ${course} AND s.cancelada_en IS NULL AND ${seesClass(sql.raw('g.id'))}
    AND s.inicio + make_interval(mins => s.duracion) < now() ORDER BY s.inicio DESC LIMIT ${MISSED_CLASSES}`

/** Of lessons and of exams that count; surveys are activity too. */
const parts = (
  course: number,
) => sql`(SELECT array_agg(l.id) FROM lecciones l JOIN modulos mo ON mo.id = l.id_modulo WHERE mo.id_curso = ${course}) AS lecciones,
  (SELECT array_agg(e.id) FROM evaluaciones e WHERE e.id_curso = ${course}) AS evaluaciones,
  (SELECT array_agg(e.id) FROM evaluaciones e LEFT JOIN modulos mo ON mo.id = e.id_modulo WHERE e.id_curso = ${course}
    AND e.modelo = ${EXAM_MODEL} AND e.estado = 1 AND coalesce(mo.activo, true)) AS examenes`

const COLUMNS = `grupo bigint, mediana numeric, clases bigint[], desde timestamptz, lecciones bigint[], evaluaciones bigint[], examenes bigint[]`

/**
 * What students of a course are compared with, as a table to join: its parts, the median progress of their group, or of the
 * course without one, and the last classes. Read once, because it is the same for all rows.
 */
export async function referencesOf(db: Db, course: number): Promise<SQL> {
  const rows = await query<object>(
    db,
    sql`WITH medianas AS (SELECT matriculas.id_grupo, grouping(matriculas.id_grupo) AS todas,
          percentile_cont(0.5) WITHIN GROUP (ORDER BY ${PROGRESS}) AS mediana
        FROM matriculas LEFT JOIN avances p ON p.id_usuario = matriculas.id_usuario AND p.id_curso = matriculas.id_curso
        WHERE matriculas.id_curso = ${course} AND ${LIVE_ENROLMENT} GROUP BY GROUPING SETS ((), (matriculas.id_grupo)))
      SELECT coalesce(g.id, 0) AS grupo, x.clases, x.desde, ${parts(course)},
        (SELECT m.mediana FROM medianas m WHERE CASE WHEN g.id IS NULL THEN m.todas = 1 ELSE m.id_grupo = g.id END) AS mediana
      FROM (SELECT NULL::bigint AS id UNION ALL SELECT id FROM grupos WHERE id_curso = ${course}) g
        LEFT JOIN LATERAL (SELECT array_agg(c.id_leccion) AS clases, min(c.inicio) AS desde FROM (${lastClasses(course)}) c
          HAVING count(*) = ${MISSED_CLASSES}) x ON true`,
  )
  return sql`LEFT JOIN ${recordset(rows, `referencia(${COLUMNS})`)} ON referencia.grupo = coalesce(matriculas.id_grupo, 0)`
}
