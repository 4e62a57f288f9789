import type { Answer, SavedAnswers } from '@campus/contract/exams'
import { CHOICE } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import { jsonStatement, statement } from '../../platform/db/statements.ts'
import { type Failure, fail, invalid } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { throttle } from '../../platform/http/throttle.ts'
import { accessValues, courseAccess } from '../learning/learning.ts'
import { closeIfOver, commitThenThrow, holdDetail } from './attempts.ts'
import { GRACE, instantOf } from './details.ts'

type Saved = z.infer<typeof SavedAnswers>
type Fault = keyof typeof FAULTS

const FAULTS = {
  id_pregunta: 'La pregunta no es de este examen.',
  id_opcion: 'Elige una opción de la pregunta.',
  respuesta: 'Escribe tu respuesta.',
} as const

/**
 * Saves answers into the own open attempt, in one statement: none when one of them is at fault (`falta`, the first), and no row
 * at all where there is no such attempt to save into. Detail and attempt are held: an attempt that was closed while the
 * statement waited is found closed (PostgreSQL looks at the held row again), so that nothing is saved after it was graded. An
 * older save than what is there changes nothing and answers what is there.
 */
const save = jsonStatement<Saved & { falta: Fault | 'id_intento' | null }>(sql`
  WITH hallado AS MATERIALIZED (
    SELECT i.id, i.limite, i.preguntas
    FROM detalle_evaluacion d JOIN intentos_evaluacion i ON i.id_detalle = d.id
    JOIN evaluaciones e ON e.id = d.id_evaluacion JOIN cursos ON cursos.id = e.id_curso
    WHERE d.id = ${sql.placeholder('detalle')}::int AND d.id_alumno = ${sql.placeholder('usuario')}::int
      AND i.estado = 'abierto' AND i.limite + ${GRACE} >= now()
      AND ${courseAccess.visible} AND (${courseAccess.staff} OR ${courseAccess.enrolled})
    FOR UPDATE OF d, i
  ), enviadas AS MATERIALIZED (
    SELECT v.*, p.tipo, CASE
      WHEN v.id_intento <> h.id THEN 'id_intento'
      WHEN p.tipo IS NULL THEN 'id_pregunta'
      WHEN p.tipo <> ${sql.raw(String(CHOICE))} THEN CASE WHEN NOT v.con_respuesta THEN 'respuesta' END
      WHEN NOT v.con_opcion OR v.id_opcion IS NOT NULL AND NOT p.opciones @> jsonb_build_array(jsonb_build_object('id', v.id_opcion))
        THEN 'id_opcion' END AS falta
    FROM hallado h CROSS JOIN jsonb_to_recordset(${sql.placeholder('respuestas')}::text::jsonb) AS v(orden int, id_intento bigint,
      id_pregunta bigint, id_opcion bigint, con_opcion boolean, respuesta text, con_respuesta boolean, secuencia bigint)
    LEFT JOIN LATERAL (SELECT (q ->> 'tipo_pregunta')::int AS tipo, q -> 'opciones' AS opciones
      FROM jsonb_array_elements(h.preguntas) q WHERE (q ->> 'id')::bigint = v.id_pregunta) p ON true
  ), guardadas AS (
    INSERT INTO respuestas AS r (id_intento, id_pregunta, id_opcion, respuesta, secuencia)
    SELECT DISTINCT ON (v.id_pregunta) h.id, v.id_pregunta, CASE WHEN v.tipo = ${sql.raw(String(CHOICE))} THEN v.id_opcion END,
      CASE WHEN v.tipo <> ${sql.raw(String(CHOICE))} THEN v.respuesta END, v.secuencia
    FROM enviadas v CROSS JOIN hallado h WHERE NOT EXISTS (SELECT 1 FROM enviadas WHERE falta IS NOT NULL)
    ORDER BY v.id_pregunta, v.secuencia DESC, v.orden DESC
    ON CONFLICT (id_intento, id_pregunta) DO UPDATE SET (id_opcion, respuesta, secuencia, guardado_en) = (
      SELECT excluded.id_opcion, excluded.respuesta, excluded.secuencia, now() WHERE excluded.secuencia > r.secuencia
      UNION ALL SELECT r.id_opcion, r.respuesta, r.secuencia, r.guardado_en WHERE excluded.secuencia <= r.secuencia)
    RETURNING id_pregunta, secuencia, id_opcion, respuesta
  )
  SELECT to_json(q) AS fila FROM (
    SELECT h.limite, now() AS ahora, coalesce((SELECT json_agg(g ORDER BY g.id_pregunta) FROM guardadas g), '[]') AS data,
      (SELECT falta FROM enviadas WHERE falta IS NOT NULL ORDER BY falta <> 'id_intento', orden LIMIT 1) AS falta
    FROM hallado h
  ) q`)

/** As the statement takes them. PostgreSQL keeps no NUL in a text, and an empty answer is none. */
const rowsOf = (answers: Answer[]): string =>
  JSON.stringify(
    answers.map(({ id_intento, id_pregunta, id_opcion, respuesta, secuencia }, orden) => ({
      orden,
      id_intento: id_intento || null,
      id_pregunta,
      id_opcion,
      con_opcion: id_opcion !== undefined,
      respuesta: respuesta?.replaceAll('\0', '') || null,
      con_respuesta: respuesta !== undefined,
      secuencia,
    })),
  )

async function trySaving(db: Db, identity: Identity, idDetalle: number, answers: Answer[]): Promise<Saved | undefined> {
  const values = { ...accessValues(identity), detalle: idDetalle, respuestas: rowsOf(answers) }
  const [row] = await save(db, values)
  if (!row) return undefined
  const { falta, data, ahora, limite } = row
  if (falta === 'id_intento') throw fail('SIN_INTENTO_ABIERTO')
  if (falta) throw invalid(falta, FAULTS[falta])
  return { data, ahora: instantOf(ahora), limite: instantOf(limite) }
}

const lastIsLate = statement<{ tarde: boolean | null }>(sql`
  SELECT i.cerrado_por_tiempo OR i.limite + ${GRACE} < now() AS tarde
  FROM detalle_evaluacion d JOIN intentos_evaluacion i ON i.id_detalle = d.id AND i.numero = d.intentos
  WHERE d.id = ${sql.placeholder('detalle')}::int`)

/** Why there is no open attempt to save into: its time is over, or the student has sent it. */
async function closedReason(tx: Db, idDetalle: number): Promise<Failure> {
  const [last] = await lastIsLate(tx, { detalle: idDetalle })
  return fail(last?.tarde ? 'TIEMPO_TERMINADO' : 'SIN_INTENTO_ABIERTO')
}

/**
 * Saves answers of the student's open attempt and tells what is now saved, never what is right (contract section 4).
 * A save whose sequence is not newer changes nothing. Taken until the limit plus the grace, by the database's clock.
 * @throws DEMASIADOS_INTENTOS, NO_ENCONTRADO for another's detail, SIN_MATRICULA, TIEMPO_TERMINADO, SIN_INTENTO_ABIERTO,
 * DATOS_INVALIDOS for a question that is not the attempt's or an option that is not the question's
 */
export async function saveAnswers(db: Db, identity: Identity, answers: Answer[]): Promise<Saved> {
  const [first] = answers
  if (!first || answers.some((answer) => answer.id_detalle_evaluacion !== first.id_detalle_evaluacion))
    throw invalid('id_detalle_evaluacion', 'Todas las respuestas deben ser del mismo examen.')
  const idDetalle = first.id_detalle_evaluacion
  await throttle(db, 'responder_usuario', String(identity.id))
  const saved = await trySaving(db, identity, idDetalle, answers)
  if (saved) return saved
  return commitThenThrow(db, async (tx) => {
    const { open } = await holdDetail(tx, identity, idDetalle)
    const live = await closeIfOver(tx, open)
    const late = live && (await trySaving(tx, identity, idDetalle, answers))
    return late ?? closedReason(tx, idDetalle)
  })
}
