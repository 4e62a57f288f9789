import { comparedText } from '@campus/contract/compared'
import { decimalOf } from '@campus/contract/numbers'
import {
  mostReported,
  type QuestionReport,
  type ReportedQuestion,
  SMALL_SAMPLE,
} from '@campus/contract/question-report'
import { CHOICE, EXAM_MODEL, MATCH, MULTIPLE, NUMERIC, SHORT } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { findExam } from './exams.staff.ts'
import type { FrozenQuestion } from './exams.tables.ts'
import { correlationOf, flagsOf, type Sums } from './question-statistics.ts'
import { liveQuestions } from './questions.ts'
import { isRight } from './scoring.ts'

const GROUP = 0.27
const MOST_GIVEN = 10
const MOST_SPELLINGS = 500

/** The latest first attempts of students, each with its place from the best (`arriba`) and from the lowest grade (`abajo`). */
const firstAttempts = (id: number, most: number): SQL => sql`SELECT i.id, i.nota, i.aprobado,
    i.nota * 100 / nullif(i.nota_maxima, 0) AS porcentaje,
    row_number() OVER (ORDER BY i.nota DESC, i.id) AS arriba, row_number() OVER (ORDER BY i.nota, i.id DESC) AS abajo,
    greatest(1, round(${GROUP}::numeric * count(*) OVER ())) AS grupo
  FROM (SELECT i.* FROM detalle_evaluacion d
    JOIN usuarios u ON u.id = d.id_alumno AND u.tipo_cliente = 'Alumno'
    JOIN intentos_evaluacion i ON i.id_detalle = d.id AND i.numero = 1 AND i.estado = 'calificado'
    WHERE d.id_evaluacion = ${id} ORDER BY i.enviado_en DESC, i.id DESC LIMIT ${most}) i`

/**
 * One row per attempt and question that the exam still has: what it earned, and what was answered. `OFFSET 0` makes PostgreSQL look
 * each answer up by both columns of its index.
 */
const parts = (
  live: number[],
): SQL => sql`SELECT q.id, q.tipo_pregunta AS tipo, q.valor, coalesce(r.puntos, 0) AS puntos, primeros.nota,
    primeros.arriba <= primeros.grupo AS mejor, primeros.abajo <= primeros.grupo AS menor,
    r.id_opcion, r.seleccion, r.parejas, nullif(btrim(r.respuesta), '') AS respuesta,
    CASE WHEN q.tipo_pregunta IN (${CHOICE}, ${MULTIPLE}) THEN jsonb_path_query_array(q.opciones, '$[*].id') END AS ofrecidas,
    CASE WHEN q.tipo_pregunta = ${MATCH} THEN q.izquierdas END AS izquierdas,
    CASE WHEN q.tipo_pregunta = ${MATCH} THEN q.clave -> 'parejas' END AS clave
  FROM primeros JOIN intentos_evaluacion i ON i.id = primeros.id
  CROSS JOIN LATERAL jsonb_to_recordset(i.preguntas)
    AS q(id bigint, tipo_pregunta int, valor numeric, opciones jsonb, izquierdas jsonb, clave jsonb)
  LEFT JOIN LATERAL (SELECT a.* FROM respuestas a WHERE a.id_intento = i.id AND a.id_pregunta = q.id OFFSET 0) r ON true
  WHERE q.id = ANY (${sql.param(live)}::bigint[])`

const FIGURES = sql`SELECT id, count(*) AS n,
    count(*) FILTER (WHERE id_opcion IS NULL AND seleccion IS NULL AND parejas IS NULL AND respuesta IS NULL) AS blancos,
    avg(puntos / nullif(valor, 0)) AS dificultad, sum(puntos) AS x, sum(nota - puntos) AS y, sum(puntos * puntos) AS xx,
    sum((nota - puntos) * (nota - puntos)) AS yy, sum(puntos * (nota - puntos)) AS xy,
    count(*) FILTER (WHERE mejor) AS mejores, count(*) FILTER (WHERE mejor AND puntos >= valor) AS mejores_aciertos,
    count(*) FILTER (WHERE menor) AS menores, count(*) FILTER (WHERE menor AND puntos >= valor) AS menores_aciertos
  FROM partes GROUP BY id`

const CHOSEN = sql`SELECT o.id::bigint AS id, count(*) AS vistas, count(*) FILTER (WHERE elegida) AS cuenta,
    count(*) FILTER (WHERE elegida AND mejor) AS mejores, count(*) FILTER (WHERE elegida AND menor) AS menores
  FROM partes CROSS JOIN LATERAL jsonb_array_elements_text(ofrecidas) AS o(id)
  CROSS JOIN LATERAL (SELECT coalesce(o.id::bigint = id_opcion OR o.id::bigint = ANY (seleccion), false) AS elegida) e
  GROUP BY o.id`

/** The most frequent spellings of each question; alike ones are joined in {@link givenOf}, by the rule of grading. */
const GIVEN = sql`SELECT id, respuesta, cuenta FROM (
    SELECT id, respuesta, count(*) AS cuenta, row_number() OVER (PARTITION BY id ORDER BY count(*) DESC, respuesta) AS puesto
    FROM partes WHERE tipo IN (${SHORT}, ${NUMERIC}) AND respuesta IS NOT NULL GROUP BY id, respuesta) g
  WHERE puesto <= ${MOST_SPELLINGS} ORDER BY id, puesto`

const PAIRED = sql`SELECT p.id, l.izquierda, count(*) AS intentos, count(*) FILTER (WHERE p.parejas @>
      jsonb_build_array(jsonb_build_object('izquierda', l.n - 1, 'derecha', p.clave -> (l.n - 1)::int))) AS aciertos
  FROM partes p CROSS JOIN LATERAL jsonb_array_elements_text(p.izquierdas) WITH ORDINALITY AS l(izquierda, n)
  GROUP BY p.id, l.izquierda`

const listed = (rows: SQL) => sql`(SELECT coalesce(json_agg(f), '[]') FROM (${rows}) f)`

type Figures = Sums & {
  id: number
  blancos: number
  dificultad: number | null
  mejores: number
  mejores_aciertos: number
  menores: number
  menores_aciertos: number
}
type Read = Pick<QuestionReport, 'intentos' | 'aprobados' | 'promedio'> & {
  tramos: { tramo: number; intentos: number }[]
  /** Whether the best group has a higher grade than the lowest. */
  separados: boolean
  figuras: Figures[]
  elegidas: Omit<ReportedQuestion['opciones'][number], 'opcion' | 'condicion'>[]
  dadas: { id: number; respuesta: string; cuenta: number }[]
  parejas: { id: number; izquierda: string; intentos: number; aciertos: number }[]
}

/** Counted in PostgreSQL: the attempts of a large exam are hundreds of megabytes. */
async function readAttempts(db: Db, id: number, live: number[]): Promise<Read> {
  const [read] = await query<Read>(
    db,
    sql`WITH primeros AS MATERIALIZED (${firstAttempts(id, mostReported(live.length))}), partes AS MATERIALIZED (${parts(live)})
    SELECT (SELECT count(*) FROM primeros) AS intentos, (SELECT count(*) FROM primeros WHERE aprobado) AS aprobados,
      (SELECT round(avg(porcentaje), 2) FROM primeros) AS promedio,
      ${listed(sql`SELECT least(9, floor(porcentaje / 10)) AS tramo, count(*) AS intentos FROM primeros GROUP BY 1`)} AS tramos,
      (SELECT coalesce(min(nota) FILTER (WHERE arriba <= grupo) > max(nota) FILTER (WHERE abajo <= grupo), false) FROM primeros)
        AS separados,
      ${listed(FIGURES)} AS figuras, ${listed(CHOSEN)} AS elegidas, ${listed(GIVEN)} AS dadas, ${listed(PAIRED)} AS parejas`,
  )
  if (!read) throw fail('NO_DISPONIBLE')
  return read
}

function groupsOf(figures: Figures | undefined, separados: boolean): Pick<ReportedQuestion, 'mejores' | 'menores'> {
  if (!figures || !separados || figures.n < SMALL_SAMPLE) return { mejores: null, menores: null }
  return {
    mejores: { intentos: figures.mejores, aciertos: figures.mejores_aciertos },
    menores: { intentos: figures.menores, aciertos: figures.menores_aciertos },
  }
}

const NOT_SEEN = { vistas: 0, cuenta: 0, mejores: 0, menores: 0 }

const optionsOf = ({ opciones }: FrozenQuestion, { elegidas }: Read): ReportedQuestion['opciones'] =>
  opciones.map((option) => ({ ...NOT_SEEN, ...elegidas.find(({ id }) => id === option.id), ...option }))

/** The most frequent answers with their most frequent spelling; right by today's key, which may be another than that of the attempts. */
function givenOf(question: FrozenQuestion, { dadas }: Read): ReportedQuestion['dadas'] {
  const alike = (text: string) => (question.tipo_pregunta === NUMERIC && decimalOf(text)) || comparedText(text)
  const groups = Map.groupBy(
    dadas.filter(({ id }) => id === question.id),
    ({ respuesta }) => alike(respuesta),
  )
  return [...groups.values()]
    .map((group) => ({
      respuesta: group[0]?.respuesta ?? '',
      cuenta: group.reduce((sum, { cuenta }) => sum + cuenta, 0),
    }))
    .toSorted((a, b) => b.cuenta - a.cuenta)
    .slice(0, MOST_GIVEN)
    .map(({ respuesta, cuenta }) => {
      const acierta = isRight(question, { id_pregunta: question.id, id_opcion: null, respuesta })
      return { respuesta, cuenta, acierta }
    })
}

function pairsOf(
  { id, izquierdas = [], derechas = [], clave }: FrozenQuestion,
  read: Read,
): ReportedQuestion['parejas'] {
  const places = clave && 'parejas' in clave ? clave.parejas : []
  return izquierdas.map((izquierda, at) => {
    const found = read.parejas.find((pair) => pair.id === id && pair.izquierda === izquierda)
    const { intentos = 0, aciertos = 0 } = found ?? {}
    return { izquierda, derecha: derechas[places[at] ?? -1] ?? '', intentos, aciertos }
  })
}

function toReported(question: FrozenQuestion, read: Read): ReportedQuestion {
  const { id, pregunta, tipo_pregunta, valor, imagen = null, imagen_alt = null } = question
  const figures = read.figuras.find((row) => row.id === id)
  const counted = {
    ...{ id, pregunta, tipo_pregunta, valor, imagen, imagen_alt },
    intentos: figures?.n ?? 0,
    blancos: figures?.blancos ?? 0,
    dificultad: figures?.dificultad ?? null,
    discriminacion: figures ? correlationOf(figures) : null,
    ...groupsOf(figures, read.separados),
    opciones: optionsOf(question, read),
    dadas: givenOf(question, read),
    parejas: pairsOf(question, read),
  }
  return { ...counted, avisos: flagsOf(counted) }
}

/**
 * How the first attempts of an exam went, question by question (docs/product/exams.md 9.9).
 * @throws NO_ENCONTRADO, also for a survey
 */
export async function questionReport(db: Db, identity: Identity, id: number): Promise<QuestionReport> {
  const { modelo } = await findExam(db, identity, id)
  if (modelo !== EXAM_MODEL) throw fail('NO_ENCONTRADO')
  const questions = await liveQuestions(db, id)
  const read = await readAttempts(
    db,
    id,
    questions.map((question) => question.id),
  )
  const { intentos, aprobados, promedio } = read
  const inStep = new Map(read.tramos.map((step) => [step.tramo, step.intentos]))
  return {
    ...{ intentos, aprobados, promedio },
    tramos: Array.from({ length: 10 }, (_, tramo) => inStep.get(tramo) ?? 0),
    preguntas: questions.map((question) => toReported(question, read)),
  }
}
