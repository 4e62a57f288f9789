import type { RaisedStudent, Regrade, RegradeBody } from '@campus/contract/grading'
import { EXAM_MODEL, OPEN } from '@campus/contract/rules'
import { quoted } from '@campus/contract/texts'
import { type SQL, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { type Apply, jobOf, startJob } from '../../kit/batches/batches.ts'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { dryRun } from '../../platform/db/dry-run.ts'
import { fail, invalid } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { liveQuestions } from './questions.ts'
import { type Effect, type Regrading, type Rise, regradeAttempts } from './regrading.ts'

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

const DRY_BATCH = 200
/** Enough to see whom it is about; the counts say the rest. */
const MAX_NAMED = 100

/** Whole students, so that who passes with two attempts counts once. */
function batchesOf(attempts: { id: number; detalle: number }[]): number[][] {
  const batches: number[][] = []
  for (const own of Map.groupBy(attempts, ({ detalle }) => detalle).values()) {
    const ids = own.map(({ id }) => id)
    const last = batches.at(-1)
    if (last && last.length + ids.length <= DRY_BATCH) last.push(...ids)
    else batches.push(ids)
  }
  return batches
}

async function named(db: Db, rises: Rise[]): Promise<RaisedStudent[]> {
  const of = new Map(rises.map((rise) => [rise.id_alumno, rise]))
  const people = await query<{ id: number; nombre: string }>(
    db,
    sql`SELECT id, nombres || ' ' || apellidos AS nombre FROM usuarios WHERE id = ANY (${sql.param([...of.keys()])}::int[])
      ORDER BY ${alphabetical(sql`apellidos || ' ' || nombres`)}, id LIMIT ${MAX_NAMED}`,
  )
  return people.flatMap(({ id, nombre }) => {
    const { id_alumno: _, ...rise } = of.get(id) ?? {}
    return 'ahora' in rise ? [{ id, nombre, ...rise }] : []
  })
}

/** The correction as it would run, each batch rolled back before the next: no one waits for the whole exam. */
async function tryRegrade(db: Db, parameters: Parameters): Promise<Regrade> {
  const attempts = await query<{ id: number; detalle: number }>(db, attemptsWith(parameters))
  const regrading = await requireRegrading(db, parameters)
  const efecto = { ...NOTHING }
  const rises: Rise[] = []
  for (const ids of batchesOf(attempts)) {
    const part = await dryRun(db, (tx) => regradeAttempts(tx, ids, regrading, 'ensayo'))
    efecto.suben += part.efecto.suben
    efecto.aprueban += part.efecto.aprueban
    efecto.certificados += part.efecto.certificados
    rises.push(...part.suben)
  }
  const alumnos = { total: rises.length, primeros: await named(db, rises) }
  return { intentos: attempts.length, efecto, alumnos, trabajo: null }
}

/**
 * Corrects a question's key in the attempts that have it: counts what that would change, or starts the job that does it.
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
  const { numero } = await requireRegrading(db, parameters)
  if (ensayo) return tryRegrade(db, parameters)
  await db.transaction(async (tx) => {
    const which = numero === null ? 'una pregunta quitada' : `la pregunta ${numero}`
    const act = correction.decision === 'puntos_a_todos' ? 'Anular' : 'Recalificar'
    const titulo = `${act} ${which} de ${quoted(nombre)}`
    const filas = sql`SELECT to_jsonb(elegidos.id) AS datos FROM (${attemptsWith(parameters)}) elegidos`
    const made = await startJob(tx, jobs, identity, {
      tipo: 'recalificar',
      titulo,
      parametros: parameters,
      envio,
      filas,
    })
    if (made === null) return
    await audit(tx, 'gestion', {
      objeto: `evaluacion:${id}`,
      detalle: {
        campos: ['recalificacion'],
        pregunta: correction.id_pregunta,
        decision: correction.decision,
        motivo,
        trabajo: made,
      },
    })
  })
  const trabajo = await jobOf(db, identity, envio)
  return { intentos: trabajo.total, efecto: null, alumnos: null, trabajo }
}

/** A key that left the exam meanwhile changes nothing. */
export const applyRegrade: Apply = async (tx, job, rows) => {
  const regrading = await readRegrading(tx, job.parametros as Parameters)
  if (!regrading.actual && regrading.decision !== 'puntos_a_todos') return { resultado: NOTHING }
  const ids = rows.map(({ datos }) => Number(datos))
  const { efecto } = await regradeAttempts(tx, ids, regrading, `recalificacion:${job.id}`)
  return { resultado: efecto }
}
