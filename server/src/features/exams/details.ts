import type { EvaluationDetail } from '@campus/contract/exams'
import { EXAM_MODEL, PENDING_TEXT } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import { isOver, UNCOUNTED } from './outage.ts'
import { minimumOf, percentOf } from './scoring.ts'

const firstAttempt = (columns: string, condition: string, order: string) =>
  sql.raw(`LATERAL (SELECT ${columns} FROM intentos_evaluacion i
    WHERE i.id_detalle = d.id AND ${condition} ORDER BY ${order} LIMIT 1)`)
const RESULT = 'i.estado, i.nota, i.nota_maxima, i.aprobado, i.novedad_certificado, i.cerrado_por_tiempo'
const BEST = 'i.nota / nullif(i.nota_maxima, 0) DESC NULLS LAST'

const DETAILS = sql`
  SELECT d.id, d.id_evaluacion, d.id_alumno, d.fecha_evaluacion, d.intentos, e.intentos + d.intentos_extra AS permitidos,
    e.modelo, now() AS ahora,
    EXISTS (SELECT 1 FROM encuestas_respondidas r WHERE r.id_evaluacion = e.id AND r.id_alumno = d.id_alumno) AS respondida,
    coalesce(actual.estado = 'abierto', false) AND ${isOver('actual')} AS vencido,
    coalesce(actual.estado = 'abierto', false) AND ${UNCOUNTED} AS uncounted,
    (SELECT c.codigo_certificado FROM certificados c WHERE c.estado = 'vigente' AND c.id_usuario = d.id_alumno
      AND c.id_curso = e.id_curso AND c.id_modulo IS NOT DISTINCT FROM e.id_modulo) AS codigo,
    to_json(actual) AS actual, to_json(enviado) AS enviado, to_json(mejor) AS mejor
  FROM detalle_evaluacion d JOIN evaluaciones e ON e.id = d.id_evaluacion
  LEFT JOIN ${firstAttempt('i.id, i.estado, i.inicio, i.limite, i.segundos_devueltos', 'true', 'i.numero DESC')} actual ON true
  LEFT JOIN ${firstAttempt(RESULT, `i.estado <> 'abierto'`, 'i.numero DESC')} enviado ON true
  LEFT JOIN ${firstAttempt('i.nota, i.nota_maxima', `i.estado = 'calificado'`, BEST)} mejor ON true`

export type DetailRow = {
  id: number
  id_evaluacion: number
  id_alumno: number
  fecha_evaluacion: string
  intentos: number
  permitidos: number
  modelo: number
  ahora: string
  respondida: boolean
  vencido: boolean
  uncounted: boolean
  codigo: string | null
  actual: {
    id: number
    estado: 'abierto' | 'pendiente' | 'calificado'
    inicio: string
    limite: string | null
    segundos_devueltos: number
  } | null
  enviado: {
    estado: 'pendiente' | 'calificado'
    nota: number | null
    nota_maxima: number
    aprobado: boolean | null
    novedad_certificado: 'generado' | 'actualizado' | 'sin_cambio' | null
    cerrado_por_tiempo: boolean
  } | null
  mejor: { nota: number; nota_maxima: number } | null
}

export const instantOf = (time: string): string => new Date(time).toISOString()

const CONDITIONS = { true: 'Aprobado', false: 'Desaprobado' } as const

function resultOf(sent: NonNullable<DetailRow['enviado']>) {
  const pending = sent.estado === 'pendiente'
  return {
    condicion: pending ? PENDING_TEXT : CONDITIONS[sent.aprobado ? 'true' : 'false'],
    nota: sent.nota,
    nota_maxima: sent.nota_maxima,
    nota_minima: minimumOf(sent.nota_maxima),
    porcentaje: sent.nota === null ? null : percentOf(sent.nota, sent.nota_maxima),
    aprobado: sent.aprobado,
  }
}

const NO_RESULT = {
  condicion: '',
  nota: null,
  nota_maxima: null,
  nota_minima: null,
  porcentaje: null,
  aprobado: null,
}

function certificateOf({ codigo, enviado }: DetailRow): EvaluationDetail['certificado'] {
  if (codigo === null) return null
  return { codigo_certificado: codigo, novedad: enviado?.novedad_certificado ?? 'sin_cambio' }
}

function stateOf({ modelo, respondida, actual }: DetailRow): EvaluationDetail['estado'] {
  if (modelo === EXAM_MODEL) return actual?.estado ?? 'sin_iniciar'
  if (respondida) return 'respondida'
  return actual?.estado === 'abierto' ? 'abierto' : 'sin_iniciar'
}

const clockOf = (actual: DetailRow['actual']) => ({
  inicio: actual && instantOf(actual.inicio),
  limite: actual?.limite ? instantOf(actual.limite) : null,
  segundos_devueltos: actual?.segundos_devueltos ?? 0,
})

/** Surveys have neither grade nor certificate (docs/product/exams.md 1.2). */
export function toDetail(row: DetailRow): EvaluationDetail {
  const exam = row.modelo === EXAM_MODEL
  const best = exam ? row.mejor : null
  return {
    id: row.id,
    id_evaluacion: row.id_evaluacion,
    id_alumno: row.id_alumno,
    fecha_evaluacion: instantOf(row.fecha_evaluacion),
    estado: stateOf(row),
    intentos: row.intentos,
    intentos_restantes: exam ? Math.max(0, row.permitidos - row.intentos) : Number(!row.respondida),
    ...clockOf(row.actual),
    ahora: instantOf(row.ahora),
    ...(exam && row.enviado ? resultOf(row.enviado) : NO_RESULT),
    mejor_nota: best?.nota ?? null,
    mejor_porcentaje: best && best.nota !== null ? percentOf(best.nota, best.nota_maxima) : null,
    cerrado_por_tiempo: row.enviado?.cerrado_por_tiempo ?? false,
    certificado: exam ? certificateOf(row) : null,
    id_intento: row.actual?.id ?? null,
  }
}

/** `vencido`: an open attempt's time is over; `uncounted`: its limit will move. */
export type DetailState = { detail: EvaluationDetail; vencido: boolean; uncounted: boolean }

export async function findDetail(db: Db, idEvaluacion: number, idAlumno: number): Promise<DetailState | null> {
  const [row] = await query<DetailRow>(
    db,
    sql`${DETAILS} WHERE d.id_evaluacion = ${idEvaluacion} AND d.id_alumno = ${idAlumno}`,
  )
  return row ? { detail: toDetail(row), vencido: row.vencido, uncounted: row.uncounted } : null
}

/** @throws NO_ENCONTRADO */
export async function readDetail(db: Db, idDetalle: number): Promise<EvaluationDetail> {
  const [row] = await query<DetailRow>(db, sql`${DETAILS} WHERE d.id = ${idDetalle}`)
  if (!row) throw fail('NO_ENCONTRADO')
  return toDetail(row)
}
