import type { Regrade, RegradeBody, RegradeTrial } from '@campus/contract/grading'
import { EXAM_MODEL, OPEN } from '@campus/contract/rules'
import { quoted } from '@campus/contract/texts'
import { type SQL, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { type Apply, findJob, jobOf, startJob } from '../../kit/batches/batches.ts'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { dryRun } from '../../platform/db/dry-run.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { liveQuestions } from './questions.ts'
import { type Effect, type Regrading, regradeAttempts } from './regrading.ts'

type Parameters = { id_evaluacion: number; id_pregunta: number; decision: RegradeBody['decision'] }

/** Those that have the question, each student's best first. */
const attemptsWith = ({ id_evaluacion, id_pregunta }: Parameters): SQL =>
  sql`SELECT i.id, d.id AS detalle FROM detalle_evaluacion d JOIN intentos_evaluacion i ON i.id_detalle = d.id
    WHERE d.id_evaluacion = ${id_evaluacion} AND i.preguntas @> ${JSON.stringify([{ id: id_pregunta }])}::text::jsonb
    ORDER BY d.id, i.nota DESC NULLS LAST, i.id`

async function requireExam(db: Db, identity: Identity, id: number): Promise<string> {
  const [found] = await query<{ nombre: string }>(
    db,
    sql`SELECT e.nombre FROM evaluaciones e JOIN cursos c ON c.id = e.id_curso
      WHERE e.id = ${id} AND e.modelo = ${EXAM_MODEL} AND c.id_cliente = ${identity.id_cliente}
        AND ${coursesInScope(identity, 'calificar')}`,
  )
  if (!found) throw fail('NO_ENCONTRADO')
  return found.nombre
}

async function readRegrading(db: Db, { id_evaluacion, id_pregunta, decision }: Parameters): Promise<Regrading> {
  const questions = await liveQuestions(db, id_evaluacion)
  const at = questions.findIndex(({ id }) => id === id_pregunta)
  return { id_pregunta, decision, actual: questions[at] ?? null, numero: at < 0 ? null : at + 1 }
}

const GONE = 'Esta pregunta ya no está en el examen.'

/** A question without a key of now can only be given to everyone. @throws DATOS_INVALIDOS */
async function requireRegrading(db: Db, parameters: Parameters): Promise<Regrading> {
  const regrading = await readRegrading(db, parameters)
  const { actual, decision } = regrading
  if (decision === 'puntos_a_todos') {
    const [taken] = actual ? [actual] : await query(db, sql`${attemptsWith(parameters)} LIMIT 1`)
    if (!taken) throw invalid('id_pregunta', GONE)
    return regrading
  }
  if (!actual) throw invalid('id_pregunta', GONE)
  if (actual.tipo_pregunta === OPEN)
    throw invalid('id_pregunta', 'Las respuestas abiertas se corrigen una por una, en Calificar.')
  return regrading
}

const NOTHING: Effect = { suben: 0, aprueban: 0, certificados: 0 }

/** Enough to see whom it is about; the counts say the rest. */
const MAX_NAMED = 100

/** A row for each attempt; of a trial for each student, so that who passes with two attempts counts once. */
const rowsOf = (parameters: Parameters, ensayo: boolean): SQL =>
  ensayo
    ? sql`SELECT jsonb_agg(chosen.id) AS datos FROM (${attemptsWith(parameters)}) chosen GROUP BY chosen.detalle`
    : sql`SELECT to_jsonb(chosen.id) AS datos FROM (${attemptsWith(parameters)}) chosen`

/**
 * Corrects a question's key in the attempts that have it, by a job, or only counts what that would change.
 * @throws NO_ENCONTRADO, DATOS_INVALIDOS under `id_pregunta`
 */
export async function regrade(
  db: Db,
  jobs: Jobs,
  identity: Identity,
  id: number,
  { ensayo, envio, motivo, ...correction }: RegradeBody,
): Promise<Regrade> {
  const nombre = await requireExam(db, identity, id)
  const parameters = { id_evaluacion: id, ...correction }
  const { id_pregunta, decision } = correction
  const { numero } = await requireRegrading(db, parameters)
  await db.transaction(async (tx) => {
    const which = numero === null ? 'una pregunta quitada' : `la pregunta ${numero}`
    const act = decision === 'puntos_a_todos' ? 'Anular' : 'Recalificar'
    const trabajo = await startJob(tx, jobs, identity, {
      tipo: ensayo ? 'ensayo' : 'recalificar',
      titulo: `${act} ${which} de ${quoted(nombre)}`,
      listado: !ensayo,
      parametros: parameters,
      envio,
      filas: rowsOf(parameters, ensayo),
    })
    if (trabajo === null || ensayo) return
    const detalle = { campos: ['recalificacion'], pregunta: id_pregunta, decision, motivo, trabajo }
    await audit(tx, 'gestion', { objeto: `evaluacion:${id}`, detalle })
  })
  const trabajo = await jobOf(db, identity, envio)
  return ensayo ? findTrial(db, identity, id, trabajo.id) : { intentos: trabajo.total, trabajo }
}

const ATTEMPTS = sql`(SELECT coalesce(sum(jsonb_array_length(f.datos)), 0) FROM trabajo_filas f WHERE f.id_trabajo = t.id)`

/** Students whose best grade rises. */
const RAISED = sql`(WITH rises AS (
    SELECT u.id, u.nombres || ' ' || u.apellidos AS nombre, r.antes, r.ahora, r.aprueba, r.certificado,
      row_number() OVER (ORDER BY ${alphabetical(sql`u.apellidos || ' ' || u.nombres`)}, u.id) AS n
    FROM trabajo_filas f CROSS JOIN LATERAL jsonb_to_record(f.resultado)
      r (id_alumno bigint, antes numeric, ahora numeric, aprueba boolean, certificado boolean)
    JOIN usuarios u ON u.id = r.id_alumno WHERE f.id_trabajo = t.id AND f.resultado IS NOT NULL)
  SELECT json_build_object('total', count(*),
    'primeros', coalesce(json_agg(to_jsonb(rises) - 'n' ORDER BY n) FILTER (WHERE n <= ${MAX_NAMED}), '[]')) FROM rises)`

type Trial = Pick<RegradeTrial, 'intentos' | 'alumnos'> & { examen: number }

/** What a correction would change, as far as its job got. @throws NO_ENCONTRADO */
export async function findTrial(db: Db, identity: Identity, id: number, idTrabajo: number): Promise<RegradeTrial> {
  await requireExam(db, identity, id)
  const more = sql`t.parametros -> 'id_evaluacion' AS examen, ${ATTEMPTS} AS intentos,
    CASE WHEN t.tipo = 'ensayo' AND t.estado = 'terminado' THEN ${RAISED} END AS alumnos`
  const { examen, intentos, alumnos, ...trabajo } = await findJob<Trial>(db, identity, idTrabajo, more)
  if (trabajo.tipo !== 'ensayo' || examen !== id) throw fail('NO_ENCONTRADO')
  return { intentos, trabajo, efecto: alumnos && { ...NOTHING, ...trabajo.resultado }, alumnos }
}

/** Each batch is corrected and rolled back: no one waits for the whole exam. */
export const applyTrial: Apply = async (tx, job, rows) => {
  const regrading = await readRegrading(tx, job.parametros as Parameters)
  if (!regrading.actual && regrading.decision !== 'puntos_a_todos') return { resultado: NOTHING }
  const attempts = new Map(rows.flatMap(({ fila, datos }) => (datos as number[]).map((id) => [id, fila])))
  const { efecto, suben } = await dryRun(tx, (trial) =>
    regradeAttempts(trial, [...attempts.keys()], regrading, 'ensayo'),
  )
  const filas = suben.map(({ id_intento, ...resultado }) => ({ fila: attempts.get(id_intento) ?? 0, resultado }))
  return { resultado: efecto, filas }
}

/** A key that left the exam meanwhile changes nothing. */
export const applyRegrade: Apply = async (tx, job, rows) => {
  const regrading = await readRegrading(tx, job.parametros as Parameters)
  if (!regrading.actual && regrading.decision !== 'puntos_a_todos') return { resultado: NOTHING }
  const ids = rows.map(({ datos }) => Number(datos))
  const { efecto } = await regradeAttempts(tx, ids, regrading, `recalificacion:${job.id}`)
  return { resultado: efecto }
}
