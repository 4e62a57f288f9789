import type { SurveyResults } from '@campus/contract/exams'
import { EXAM_MODEL } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { requireEnrolment } from '../learning/learning.ts'

type Answered = { id: number; id_alumno: number; id_evaluacion: number; vencido: boolean }

/**
 * Ends open attempts of surveys. The answers leave the student: they move under a random `envio`, without time or
 * person, and nothing joins it to them; that the student has answered is kept apart (contract section 4, "Surveys").
 * Questions and options that no longer exist are left out. A survey whose time ran out with nothing saved was not
 * answered, and may be opened again.
 */
export async function moveToAnonymous(tx: Db, attempts: Answered[]): Promise<void> {
  const rows = JSON.stringify(attempts)
  await tx.execute(sql`
    WITH enviados AS MATERIALIZED (
      SELECT v.id, v.id_evaluacion, v.id_alumno, v.vencido, gen_random_uuid() AS envio
      FROM jsonb_to_recordset(${rows}::text::jsonb) AS v(id int, id_alumno int, id_evaluacion int, vencido boolean)
    ), quitadas AS (
      DELETE FROM respuestas r USING enviados v WHERE r.id_intento = v.id
      RETURNING v.id, v.id_evaluacion, v.envio, r.id_pregunta, r.id_opcion, r.respuesta
    ), dichas AS (
      SELECT * FROM quitadas WHERE id_opcion IS NOT NULL OR respuesta IS NOT NULL
    ), movidas AS (
      INSERT INTO respuestas_encuesta (id_evaluacion, envio, id_pregunta, id_opcion, respuesta)
      SELECT d.id_evaluacion, d.envio, p.id, o.id, d.respuesta
      FROM dichas d JOIN preguntas p ON p.id = d.id_pregunta
      LEFT JOIN opciones o ON o.id = d.id_opcion AND o.id_pregunta = p.id
      WHERE o.id IS NOT NULL OR d.respuesta IS NOT NULL
    ), marcadas AS (
      INSERT INTO encuestas_respondidas (id_evaluacion, id_alumno)
      SELECT v.id_evaluacion, v.id_alumno FROM enviados v
      WHERE NOT v.vencido OR EXISTS (SELECT 1 FROM dichas d WHERE d.id = v.id)
      ON CONFLICT DO NOTHING
    )
    UPDATE intentos_evaluacion i
    SET estado = 'calificado', nota = 0, aprobado = false, enviado_en = now(), cerrado_por_tiempo = v.vencido
    FROM enviados v WHERE i.id = v.id AND i.estado = 'abierto'`)
}

/** Written answers shown per question. */
const MOST_TEXTS = 500

/**
 * What a survey gathered, for the staff of its course (contract section 4, "Surveys"). Texts come in the order of the
 * alphabet: the order of arrival would tell who wrote them.
 * @throws NO_ENCONTRADO for what is no survey of the brand, SIN_PERMISO for who does not teach the course
 */
export async function surveyResults(db: Db, identity: Identity, id: number): Promise<SurveyResults> {
  const [survey] = await db.execute<{ id_curso: number }>(
    sql`SELECT id_curso FROM evaluaciones WHERE id = ${id} AND modelo <> ${EXAM_MODEL}`,
  )
  if (!survey) throw fail('NO_ENCONTRADO')
  const access = await requireEnrolment(db, identity, survey.id_curso)
  if (!access.staff) throw fail('SIN_PERMISO')
  const [row] = await db.execute<SurveyResults>(sql`
    SELECT e.id, e.nombre, (SELECT count(*)::int FROM encuestas_respondidas WHERE id_evaluacion = e.id) AS respondieron,
      coalesce((SELECT jsonb_agg(jsonb_build_object(
        'id', p.id, 'pregunta', p.pregunta, 'tipo_pregunta', p.tipo_pregunta,
        'opciones', coalesce((SELECT jsonb_agg(jsonb_build_object('id', o.id, 'opcion', o.opcion, 'cuenta',
            (SELECT count(*) FROM respuestas_encuesta r WHERE r.id_evaluacion = e.id AND r.id_pregunta = p.id AND r.id_opcion = o.id)) ORDER BY o.orden)
          FROM opciones o WHERE o.id_pregunta = p.id), '[]'),
        'respuestas', coalesce((SELECT jsonb_agg(x.respuesta) FROM (SELECT r.respuesta FROM respuestas_encuesta r
          WHERE r.id_evaluacion = e.id AND r.id_pregunta = p.id AND r.respuesta IS NOT NULL ORDER BY r.respuesta LIMIT ${MOST_TEXTS}) x), '[]')
      ) ORDER BY p.orden) FROM preguntas p WHERE p.id_evaluacion = e.id AND p.activo), '[]') AS preguntas
    FROM evaluaciones e WHERE e.id = ${id}`)
  if (!row) throw fail('NO_ENCONTRADO')
  return row
}
