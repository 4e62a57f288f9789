import type { EvaluationDetail } from '@campus/contract/exams'
import { ANSWER_GRACE_SECONDS, EXAM_MODEL, PENDING_TEXT } from '@campus/contract/rules'
import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Db, hot } from '../../platform/database.ts'
import { fail } from '../../platform/failures.ts'
import { detalle_evaluacion, encuestas_respondidas, evaluaciones, intentos_evaluacion } from './exams.tables.ts'
import { minimumOf, percentOf } from './scoring.ts'

/** The grace in which a save that was on its way is still taken (contract section 4). */
export const GRACE = sql.raw(`interval '${ANSWER_GRACE_SECONDS} seconds'`)

const attempts = alias(intentos_evaluacion, 'i')

const attemptColumns = {
  id: attempts.id,
  estado: attempts.estado,
  inicio: attempts.inicio,
  limite: attempts.limite,
  nota: attempts.nota,
  nota_maxima: attempts.nota_maxima,
  aprobado: attempts.aprobado,
  novedad_certificado: attempts.novedad_certificado,
  cerrado_por_tiempo: attempts.cerrado_por_tiempo,
}

function selectDetails(db: Db, where: SQL | undefined) {
  const ofDetail = eq(attempts.id_detalle, detalle_evaluacion.id)
  const one = (name: string, condition: SQL | undefined, order: SQL) =>
    db.select(attemptColumns).from(attempts).where(and(ofDetail, condition)).orderBy(order).limit(1).as(name)
  const actual = one('actual', undefined, desc(attempts.numero))
  const enviado = one('enviado', ne(attempts.estado, 'abierto'), desc(attempts.numero))
  const mejor = one(
    'mejor',
    eq(attempts.estado, 'calificado'),
    sql`${attempts.nota} / nullif(${attempts.nota_maxima}, 0) DESC NULLS LAST`,
  )
  return db
    .select({
      id: detalle_evaluacion.id,
      id_evaluacion: detalle_evaluacion.id_evaluacion,
      id_alumno: detalle_evaluacion.id_alumno,
      fecha_evaluacion: detalle_evaluacion.fecha_evaluacion,
      intentos: detalle_evaluacion.intentos,
      permitidos: sql<number>`${evaluaciones.intentos} + ${detalle_evaluacion.intentos_extra}`,
      modelo: evaluaciones.modelo,
      id_curso: evaluaciones.id_curso,
      ahora: sql`now()`.mapWith(detalle_evaluacion.fecha_evaluacion),
      respondida: sql<boolean>`EXISTS (SELECT 1 FROM ${encuestas_respondidas} r
        WHERE r.id_evaluacion = ${detalle_evaluacion.id_evaluacion} AND r.id_alumno = ${detalle_evaluacion.id_alumno})`,
      vencido: sql<boolean>`coalesce(${actual.estado} = 'abierto' AND ${actual.limite} + ${GRACE} < now(), false)`,
      codigo: sql<string | null>`(SELECT c.codigo_certificado FROM certificados c WHERE c.estado = 'vigente'
        AND c.id_usuario = ${detalle_evaluacion.id_alumno} AND c.id_curso = ${evaluaciones.id_curso}
        AND c.id_modulo IS NOT DISTINCT FROM ${evaluaciones.id_modulo})`,
      actual: {
        id: actual.id,
        estado: actual.estado,
        inicio: actual.inicio,
        limite: actual.limite,
      },
      enviado: {
        estado: enviado.estado,
        nota: enviado.nota,
        nota_maxima: enviado.nota_maxima,
        aprobado: enviado.aprobado,
        novedad_certificado: enviado.novedad_certificado,
        cerrado_por_tiempo: enviado.cerrado_por_tiempo,
      },
      mejor: { nota: mejor.nota, nota_maxima: mejor.nota_maxima },
    })
    .from(detalle_evaluacion)
    .innerJoin(evaluaciones, eq(evaluaciones.id, detalle_evaluacion.id_evaluacion))
    .leftJoinLateral(actual, sql`true`)
    .leftJoinLateral(enviado, sql`true`)
    .leftJoinLateral(mejor, sql`true`)
    .where(where)
}

const byId = hot((db) =>
  selectDetails(db, eq(detalle_evaluacion.id, sql.placeholder('id'))).prepare('detalle_de_evaluacion'),
)

const byStudent = hot((db) =>
  selectDetails(
    db,
    and(
      eq(detalle_evaluacion.id_evaluacion, sql.placeholder('evaluacion')),
      eq(detalle_evaluacion.id_alumno, sql.placeholder('alumno')),
    ),
  ).prepare('detalle_de_alumno'),
)

type Row = Awaited<ReturnType<typeof byId>>[number]

const CONDITIONS = { true: 'Aprobado', false: 'Desaprobado' } as const

function resultOf(sent: NonNullable<Row['enviado']>) {
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

/** The exam's certificate, and what the last sent attempt did to it. */
function certificateOf({ codigo, enviado }: Row): EvaluationDetail['certificado'] {
  if (codigo === null) return null
  return { codigo_certificado: codigo, novedad: enviado?.novedad_certificado ?? 'sin_cambio' }
}

function stateOf({ modelo, respondida, actual }: Row): EvaluationDetail['estado'] {
  if (modelo === EXAM_MODEL) return actual?.estado ?? 'sin_iniciar'
  if (respondida) return 'respondida'
  return actual?.estado === 'abierto' ? 'abierto' : 'sin_iniciar'
}

/** A detail as its student sees it (contract section 4). Surveys have neither grade nor certificate. */
function toDetail(row: Row): EvaluationDetail {
  const exam = row.modelo === EXAM_MODEL
  const best = exam ? row.mejor : null
  return {
    id: row.id,
    id_evaluacion: row.id_evaluacion,
    id_alumno: row.id_alumno,
    fecha_evaluacion: row.fecha_evaluacion,
    estado: stateOf(row),
    intentos: row.intentos,
    intentos_restantes: exam ? Math.max(0, row.permitidos - row.intentos) : Number(!row.respondida),
    inicio: row.actual?.inicio ?? null,
    limite: row.actual?.limite ?? null,
    ahora: row.ahora,
    ...(exam && row.enviado ? resultOf(row.enviado) : NO_RESULT),
    mejor_nota: best?.nota ?? null,
    mejor_porcentaje: best && best.nota !== null ? percentOf(best.nota, best.nota_maxima) : null,
    cerrado_por_tiempo: row.enviado?.cerrado_por_tiempo ?? false,
    certificado: exam ? certificateOf(row) : null,
    id_intento: row.actual?.id ?? null,
  }
}

/** A detail with what its reader needs to know of it: `vencido` when an open attempt's time is over. */
export type KnownDetail = { detail: EvaluationDetail; id_curso: number; vencido: boolean }

const known = (row: Row | undefined): KnownDetail | null =>
  row ? { detail: toDetail(row), id_curso: row.id_curso, vencido: row.vencido } : null

/** A student's detail of an evaluation, or null before there is one. */
export async function findDetail(db: Db, idEvaluacion: number, idAlumno: number): Promise<KnownDetail | null> {
  const [row] = await byStudent(db, { evaluacion: idEvaluacion, alumno: idAlumno })
  return known(row)
}

/** One detail by its id. @throws NO_ENCONTRADO */
export async function readDetail(db: Db, idDetalle: number): Promise<EvaluationDetail> {
  const [row] = await byId(db, { id: idDetalle })
  if (!row) throw fail('NO_ENCONTRADO')
  return toDetail(row)
}
