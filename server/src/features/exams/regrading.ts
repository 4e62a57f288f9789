import { isDeepStrictEqual } from 'node:util'
import type { RegradeBody } from '@campus/contract/grading'
import { sql } from 'drizzle-orm'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import { notify } from '../notifications/notifications.ts'
import { settlePassed } from './closing.ts'
import type { FormerKey, FrozenQuestion } from './exams.tables.ts'
import { GRADED_TEXT } from './grading.ts'
import { passes, pointsOf, type SavedAnswer, sumOf } from './scoring.ts'

export type Regrading = {
  id_pregunta: number
  decision: RegradeBody['decision']
  /** The question as it is now, and its place from 1; null when it left the exam. */
  actual: FrozenQuestion | null
  numero: number | null
}

export type Effect = { suben: number; aprueban: number; certificados: number }

/** A student whose best grade rises, or who gets the first one. */
type Rise = {
  id_intento: number
  id_alumno: number
  antes: number | null
  ahora: number
  aprueba: boolean
  certificado: boolean
}

/** Today's pairs in the words that the student saw; a pair with other words keeps its own. */
function pairsOf(frozen: FrozenQuestion, now: FrozenQuestion): number[] {
  const parejas = now.clave && 'parejas' in now.clave ? now.clave.parejas : []
  const before = frozen.clave && 'parejas' in frozen.clave ? frozen.clave.parejas : []
  const rightOf = new Map((now.izquierdas ?? []).map((left, at) => [left, now.derechas?.[parejas[at] ?? -1]]))
  return (frozen.izquierdas ?? []).map((left, at) => {
    const right = (frozen.derechas ?? []).indexOf(rightOf.get(left) ?? '')
    return right < 0 ? (before[at] ?? 0) : right
  })
}

/** The frozen question with today's key; its words, options and their order stay. */
function withKeyOf(frozen: FrozenQuestion, now: FrozenQuestion): FrozenQuestion {
  if (frozen.clave && 'parejas' in frozen.clave) return { ...frozen, clave: { parejas: pairsOf(frozen, now) } }
  if (now.clave) return { ...frozen, clave: now.clave }
  const right = new Set(now.opciones.filter(({ condicion }) => condicion).map(({ id }) => id))
  const opciones = frozen.opciones.map((option) => ({ ...option, condicion: right.has(option.id) }))
  // The right option came later: no one could choose it.
  return opciones.some(({ condicion }) => condicion) ? { ...frozen, opciones } : frozen
}

const keyOfFrozen = ({ clave, opciones }: FrozenQuestion): FormerKey =>
  clave ? { clave } : { correctas: opciones.filter(({ condicion }) => condicion).map(({ id }) => id) }

/** Applied twice, it changes nothing the second time. */
export function correctedQuestion(frozen: FrozenQuestion, { decision, actual }: Regrading): FrozenQuestion {
  if (decision === 'puntos_a_todos') return { ...frozen, regalada: true }
  if (frozen.tipo_pregunta !== actual?.tipo_pregunta) return frozen
  const corrected = withKeyOf(frozen, actual)
  if (decision === 'clave_nueva') {
    const { anteriores: _, ...only } = corrected
    return only
  }
  if (isDeepStrictEqual(corrected, frozen)) return frozen
  return { ...corrected, anteriores: [...(frozen.anteriores ?? []), keyOfFrozen(frozen)] }
}

type Attempt = {
  id: number
  numero: number
  estado: 'abierto' | 'pendiente' | 'calificado'
  preguntas: FrozenQuestion[]
  nota: number | null
  nota_maxima: number
  aprobado: boolean | null
  id_alumno: number
  id_evaluacion: number
  evaluacion: string
  id_curso: number
  id_modulo: number | null
  respuesta: (SavedAnswer & { puntos: number | null }) | null
  /** Points of the other answers, and how many of them wait for a teacher. */
  otros: number
  esperan: number
  /** The student's best grade in this exam, and whether it is passed. */
  mejor: number | null
  logrado: boolean
}

/** Locks the students' details first, as submitting and grading do, and then reads their attempts. */
async function lockAttempts(tx: Db, ids: number[], idPregunta: number): Promise<Attempt[]> {
  const which = sql`i.id = ANY (${sql.param(ids)}::bigint[])`
  await tx.execute(sql`SELECT d.id FROM detalle_evaluacion d
    WHERE d.id IN (SELECT i.id_detalle FROM intentos_evaluacion i WHERE ${which}) ORDER BY d.id FOR UPDATE`)
  return query<Attempt>(
    tx,
    sql`SELECT i.id, i.numero, i.estado, i.preguntas, i.nota, i.nota_maxima, i.aprobado, d.id_alumno, e.id AS id_evaluacion,
      e.nombre AS evaluacion, e.id_curso, e.id_modulo,
      (SELECT to_json(r) FROM respuestas r WHERE r.id_intento = i.id AND r.id_pregunta = ${idPregunta}) AS respuesta,
      (SELECT coalesce(sum(r.puntos), 0) FROM respuestas r WHERE r.id_intento = i.id AND r.id_pregunta <> ${idPregunta}) AS otros,
      (SELECT count(*) FROM respuestas r WHERE r.id_intento = i.id AND r.id_pregunta <> ${idPregunta} AND r.puntos IS NULL) AS esperan,
      (SELECT max(a.nota) FROM intentos_evaluacion a WHERE a.id_detalle = d.id) AS mejor,
      EXISTS (SELECT 1 FROM intentos_evaluacion a WHERE a.id_detalle = d.id AND a.aprobado) AS logrado
    FROM intentos_evaluacion i JOIN detalle_evaluacion d ON d.id = i.id_detalle JOIN evaluaciones e ON e.id = d.id_evaluacion
    WHERE ${which} ORDER BY array_position(${sql.param(ids)}::bigint[], i.id)`,
  )
}

/** An attempt with its question corrected; `puntos` and `nota` are null where they stay as they are. */
type Corrected = { attempt: Attempt; preguntas: FrozenQuestion[]; puntos: number | null; nota: number | null }

function correct(attempt: Attempt, regrading: Regrading): Corrected | null {
  const frozen = attempt.preguntas.find(({ id }) => id === regrading.id_pregunta)
  if (!frozen) return null
  const question = correctedQuestion(frozen, regrading)
  const preguntas = attempt.preguntas.map((one) => (one === frozen ? question : one))
  const stays = { attempt, preguntas, puntos: null, nota: null }
  const puntos = attempt.estado === 'abierto' ? null : pointsOf(question, attempt.respuesta ?? undefined)
  // A blank has no row and no points; an answer that waits has none yet.
  const before = attempt.respuesta ? attempt.respuesta.puntos : 0
  if (puntos === null || (before !== null && puntos <= before)) return stays
  return { attempt, preguntas, puntos, nota: raisedGrade(attempt, sumOf([attempt.otros, puntos])) }
}

/** Null where the grade stays, also while another answer waits for a teacher. */
function raisedGrade({ estado, esperan, nota: before }: Attempt, nota: number): number | null {
  if (estado === 'pendiente') return esperan === 0 ? nota : null
  return before !== null && nota > before ? nota : null
}

async function save(tx: Db, corrected: Corrected[], idPregunta: number): Promise<void> {
  const attempts = corrected.map(({ attempt, preguntas, nota }) => {
    const aprobado = nota === null ? null : passes(nota, attempt.nota_maxima)
    return { id: attempt.id, preguntas, nota, aprobado }
  })
  await tx.execute(sql`UPDATE intentos_evaluacion i
    SET preguntas = v.preguntas, nota = coalesce(v.nota, i.nota), aprobado = coalesce(v.aprobado, i.aprobado),
      estado = CASE WHEN v.nota IS NULL THEN i.estado ELSE 'calificado' END
    FROM ${recordset(attempts, 'v(id bigint, preguntas jsonb, nota numeric, aprobado boolean)')}
    WHERE i.id = v.id`)
  const points = corrected.flatMap(({ attempt, puntos }) => (puntos === null ? [] : [{ id: attempt.id, puntos }]))
  // A question left blank has no row.
  await tx.execute(sql`INSERT INTO respuestas (id_intento, id_pregunta, puntos)
    SELECT v.id, ${idPregunta}, v.puntos FROM ${recordset(points, 'v(id bigint, puntos numeric)')}
    ON CONFLICT (id_intento, id_pregunta) DO UPDATE SET puntos = excluded.puntos, version = respuestas.version + 1`)
}

/** Of each student the attempt that raises their best grade most. */
const bestOf = (raised: Corrected[]): Corrected[] =>
  [...Map.groupBy(raised, ({ attempt }) => attempt.id_alumno).values()]
    .map((own) => own.reduce((one, other) => ((other.nota ?? 0) > (one.nota ?? 0) ? other : one)))
    .filter(({ attempt, nota }) => attempt.mejor === null || (nota ?? 0) > attempt.mejor)

const pathOf = ({ id_evaluacion, id_modulo, id_curso }: Attempt): string =>
  `/examen/${id_evaluacion}/${id_modulo ?? id_curso}/${id_modulo ? 'modulo' : 'curso'}#resultado`

/** Once per student and correction, when their best grade rises. */
async function notifyRises(
  tx: Db,
  clave: string,
  { decision, id_pregunta }: Regrading,
  best: Corrected[],
): Promise<void> {
  const act = decision === 'puntos_a_todos' ? 'anulamos' : 'corregimos'
  // As the student received it: the exam's order may be another by now.
  const placeIn = ({ preguntas }: Attempt) => preguntas.findIndex(({ id }) => id === id_pregunta) + 1
  const textOf = ({ attempt, nota }: Corrected) =>
    `Tu nota subió a ${nota}\nEra ${attempt.mejor}: ${act} la pregunta ${placeIn(attempt)}.`
  for (const [mensaje, risen] of Map.groupBy(best, textOf)) {
    const [any] = risen
    if (!any) continue
    const usuarios = risen.map(({ attempt }) => attempt.id_alumno)
    const about = { asunto: any.attempt.evaluacion, ruta: pathOf(any.attempt) }
    await notify(tx, { evento: 'calificacion', tipo: 'Otro', mensaje, ...about, clave, usuarios })
  }
}

/** As a teacher's last grade tells it; all are of one exam. */
async function notifyGraded(tx: Db, correction: string, finished: Corrected[]): Promise<void> {
  const [any] = finished
  if (!any) return
  const words = { mensaje: GRADED_TEXT, asunto: any.attempt.evaluacion, ruta: pathOf(any.attempt) }
  const usuarios = finished.map(({ attempt }) => attempt.id_alumno)
  await notify(tx, { evento: 'calificacion', tipo: 'Otro', ...words, clave: `calificacion:${correction}`, usuarios })
}

/**
 * Corrects one question in these attempts and raises the grades that gain by it; no grade falls (docs/product/exams.md 9).
 * `clave` names the correction, so that each student is notified once.
 */
export async function regradeAttempts(
  tx: Db,
  ids: number[],
  regrading: Regrading,
  clave: string,
): Promise<{ efecto: Effect; suben: Rise[] }> {
  const attempts = await lockAttempts(tx, ids, regrading.id_pregunta)
  const corrected = attempts.map((attempt) => correct(attempt, regrading)).filter((one) => one !== null)
  await save(tx, corrected, regrading.id_pregunta)
  const raised = corrected.filter(({ nota }) => nota !== null)
  const passed = raised.flatMap(({ attempt, nota }) =>
    nota !== null && passes(nota, attempt.nota_maxima) ? [{ ...attempt, nota }] : [],
  )
  const issued = await settlePassed(tx, passed)
  const isFinished = ({ attempt }: Corrected) => attempt.estado === 'pendiente'
  const best = bestOf(raised)
  await notifyGraded(tx, clave, raised.filter(isFinished))
  await notifyRises(
    tx,
    clave,
    regrading,
    best.filter((one) => !isFinished(one) && one.attempt.mejor !== null),
  )
  const made = issued.filter(({ novedad }) => novedad === 'generado')
  const passing = new Set(passed.filter(({ logrado }) => !logrado).map(({ id_alumno }) => id_alumno))
  const certified = new Set(made.map(({ id_usuario }) => id_usuario))
  return {
    efecto: { suben: raised.length, aprueban: passing.size, certificados: made.length },
    suben: best.map(({ attempt: { id, id_alumno, mejor }, nota }) => ({
      ...{ id_intento: id, id_alumno, antes: mejor, ahora: nota ?? 0 },
      ...{ aprueba: passing.has(id_alumno), certificado: certified.has(id_alumno) },
    })),
  }
}
