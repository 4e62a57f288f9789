import type { GradedAnswer, PendingAnswer } from '@campus/contract/exams'
import { EXAM_MODEL } from '@campus/contract/rules'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { fail, invalid } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { audit } from '../audit/audit.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'
import { notify } from '../notifications/notifications.ts'
import { settlePassed } from './closing.ts'
import { detalle_evaluacion, evaluaciones, intentos_evaluacion, respuestas } from './exams.tables.ts'
import { findAttempt } from './review.ts'
import { passes, sumOf } from './scoring.ts'

/** The courses that this staff member grades: an administrator's brand, a teacher's own (contract section 2). */
function gradedBy(identity: Identity): SQL | undefined {
  const ofBrand = eq(cursos.id_cliente, identity.id_cliente)
  if (identity.tipo_cliente === 'Administrador') return ofBrand
  return and(
    ofBrand,
    sql`EXISTS (SELECT 1 FROM curso_docentes cd WHERE cd.id_curso = ${cursos.id} AND cd.id_usuario = ${identity.id})`,
  )
}

/** What a waiting attempt froze of the question of `respuestas r`. */
const frozen = (field: string) =>
  sql.raw(`(SELECT q ->> '${field}' FROM jsonb_array_elements(i.preguntas) q
  WHERE (q ->> 'id')::int = r.id_pregunta)`)

/** The answers that wait among the courses of this staff member. Choices of a waiting attempt have their points already. */
const waitingOf = (identity: Identity) => sql`
  FROM cursos c JOIN evaluaciones e ON e.id_curso = c.id
  JOIN intentos_evaluacion i ON i.id_evaluacion = e.id AND i.estado = 'pendiente'
  JOIN respuestas r ON r.id_intento = i.id AND r.puntos IS NULL
  WHERE c.id_cliente = ${identity.id_cliente} AND (${identity.tipo_cliente} = 'Administrador' OR EXISTS (
    SELECT 1 FROM curso_docentes cd WHERE cd.id_curso = c.id AND cd.id_usuario = ${identity.id}))`

/** Open answers that wait for this teacher, oldest first, a page of them. */
export async function pendingAnswers(
  db: Db,
  identity: Identity,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ rows: PendingAnswer[]; total: number }> {
  const waiting = waitingOf(identity)
  const [counted] = await query<{ total: number }>(db, sql`SELECT count(*) AS total ${waiting}`)
  const rows = await query<PendingAnswer>(
    db,
    sql`WITH pagina AS MATERIALIZED (
      SELECT r.id ${waiting} ORDER BY i.enviado_en, r.id LIMIT ${per_page} OFFSET ${(page - 1) * per_page})
    SELECT r.id AS id_respuesta, i.id AS id_intento, i.numero, e.id AS id_evaluacion, e.nombre AS evaluacion, c.id AS id_curso,
      c.nombre AS curso, m.nombre AS modulo, u.id AS id_alumno, u.nombres || ' ' || u.apellidos AS alumno,
      ${frozen('pregunta')} AS pregunta, coalesce(r.respuesta, '') AS respuesta, ${frozen('valor')}::numeric AS valor, i.enviado_en
    FROM pagina JOIN respuestas r ON r.id = pagina.id JOIN intentos_evaluacion i ON i.id = r.id_intento
    JOIN detalle_evaluacion d ON d.id = i.id_detalle JOIN evaluaciones e ON e.id = d.id_evaluacion
    JOIN cursos c ON c.id = e.id_curso JOIN usuarios u ON u.id = d.id_alumno LEFT JOIN modulos m ON m.id = e.id_modulo
    ORDER BY i.enviado_en, r.id`,
  )
  return { rows, total: counted?.total ?? 0 }
}

/** Finds the answer among the courses of this teacher and holds its student's detail. */
async function holdAnswer(tx: Db, identity: Identity, idRespuesta: number) {
  const [found] = await tx
    .select({
      id_detalle: detalle_evaluacion.id,
      id_alumno: detalle_evaluacion.id_alumno,
      id_curso: evaluaciones.id_curso,
      id_modulo: evaluaciones.id_modulo,
      id_evaluacion: evaluaciones.id,
      evaluacion: evaluaciones.nombre,
    })
    .from(respuestas)
    .innerJoin(intentos_evaluacion, eq(intentos_evaluacion.id, respuestas.id_intento))
    .innerJoin(detalle_evaluacion, eq(detalle_evaluacion.id, intentos_evaluacion.id_detalle))
    .innerJoin(evaluaciones, eq(evaluaciones.id, detalle_evaluacion.id_evaluacion))
    .innerJoin(cursos, eq(cursos.id, evaluaciones.id_curso))
    .where(and(eq(respuestas.id, idRespuesta), eq(evaluaciones.modelo, EXAM_MODEL), gradedBy(identity)))
    .for('update', { of: detalle_evaluacion })
  if (!found) throw fail('NO_ENCONTRADO')
  const [held] = await tx
    .select({ respuesta: respuestas, intento: intentos_evaluacion })
    .from(respuestas)
    .innerJoin(intentos_evaluacion, eq(intentos_evaluacion.id, respuestas.id_intento))
    .where(eq(respuestas.id, idRespuesta))
  if (!held) throw fail('NO_ENCONTRADO')
  return { ...found, ...held }
}

/** With the last open answer graded, the attempt gets its grade and takes the same path as any other. */
async function finish(tx: Db, held: Awaited<ReturnType<typeof holdAnswer>>): Promise<number> {
  const { intento } = held
  const answers = await tx
    .select({ puntos: respuestas.puntos })
    .from(respuestas)
    .where(eq(respuestas.id_intento, intento.id))
  const points = answers.map((answer) => answer.puntos).filter((value) => value !== null)
  const left = answers.length - points.length
  if (left > 0) return left
  const nota = sumOf(points)
  const aprobado = passes(nota, intento.nota_maxima)
  await tx
    .update(intentos_evaluacion)
    .set({ estado: 'calificado', nota, aprobado })
    .where(eq(intentos_evaluacion.id, intento.id))
  if (aprobado) await settlePassed(tx, [{ ...held, ...intento, id_evaluacion: held.id_evaluacion, nota }])
  await notify(tx, {
    evento: 'calificacion',
    tipo: 'Otro',
    mensaje: `Ya está calificado tu examen «${held.evaluacion}».`,
    ruta: `/examen/${held.id_evaluacion}/${held.id_modulo ?? held.id_curso}/${held.id_modulo ? 'modulo' : 'curso'}`,
    clave: `calificacion:${intento.id}`,
    usuarios: [held.id_alumno],
  })
  return 0
}

/**
 * A teacher's points for an open answer; until the attempt has its grade they may still be changed, never the text.
 * @throws NO_ENCONTRADO outside the own courses, RESPUESTA_CALIFICADA, DATOS_INVALIDOS above the question's value
 */
export async function gradeAnswer(
  db: Db,
  identity: Identity,
  idRespuesta: number,
  grade: { puntos: number; comentario?: string | null },
): Promise<GradedAnswer> {
  return db.transaction(async (tx) => {
    const held = await holdAnswer(tx, identity, idRespuesta)
    const question = held.intento.preguntas.find((row) => row.id === held.respuesta.id_pregunta)
    if (!question || question.tipo_pregunta === 1) throw fail('NO_ENCONTRADO')
    if (held.intento.estado !== 'pendiente') throw fail('RESPUESTA_CALIFICADA')
    if (grade.puntos > question.valor) throw invalid('puntos', `Los puntos van de 0 a ${question.valor}.`)
    const puntos = Math.round(grade.puntos * 100) / 100
    const comentario = grade.comentario?.replaceAll('\0', '') || null
    await tx
      .update(respuestas)
      .set({ puntos, comentario, calificado_por: identity.id })
      .where(eq(respuestas.id, idRespuesta))
    await audit(tx, 'intento_calificado', {
      sobre: held.id_alumno,
      objeto: `intento:${held.intento.id}`,
      detalle: { respuesta: idRespuesta, antes: held.respuesta.puntos, puntos },
    })
    const faltan = await finish(tx, held)
    return { id_respuesta: idRespuesta, puntos, comentario, faltan, intento: await findAttempt(tx, held.intento.id) }
  })
}
