import { isDeepStrictEqual } from 'node:util'
import { checkEvaluation, type EvaluationDocument, type QuestionPart } from '@campus/contract/documents/evaluation'
import { cleanLine, cleanText } from '@campus/contract/texts'
import { sql } from 'drizzle-orm'
import { type DocumentRules, idsOf, type Report, type Target, type Written } from '../../kit/documents/documents.ts'
import { cleanHtml } from '../../kit/html/html.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { StoredKey } from './exams.tables.ts'
import { staysItself, storedQuestions, TAKEN, writeExams } from './write-exams.ts'

type Stored = Awaited<ReturnType<typeof storedQuestions>>[number]

type StoredQuestion = {
  tipo_pregunta: QuestionPart['tipo_pregunta']
  respuestas: StoredKey | null
  criterio: string
  opciones: { id: number; opcion: string; correcta: boolean }[]
  comun: Omit<QuestionPart, 'tipo_pregunta'>
}

function numberOf(key: StoredKey | null): Extract<QuestionPart, { tipo_pregunta: 5 }>['numero'] {
  if (key && 'valor' in key) return { modo: 'valor', valor: key.valor, tolerancia: key.tolerancia }
  if (key && 'desde' in key) return { modo: 'rango', desde: key.desde, hasta: key.hasta }
  return { modo: 'valor', valor: null, tolerancia: null }
}

function partOf({ tipo_pregunta, respuestas: key, criterio, opciones, comun }: StoredQuestion): QuestionPart {
  if (tipo_pregunta === 1 || tipo_pregunta === 3) return { ...comun, tipo_pregunta, opciones }
  if (tipo_pregunta === 2) return { ...comun, tipo_pregunta, criterio }
  if (tipo_pregunta === 4) return { ...comun, tipo_pregunta, aceptadas: key && 'textos' in key ? key.textos : [] }
  if (tipo_pregunta === 5) return { ...comun, tipo_pregunta, numero: numberOf(key) }
  const pairs = key && 'parejas' in key ? key : { parejas: [], distractores: [] }
  return { ...comun, tipo_pregunta, pares: pairs.parejas, distractores: pairs.distractores }
}

const utc = (column: string) => sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

const QUESTIONS =
  sql.raw(`(SELECT coalesce(json_agg(json_build_object('tipo_pregunta', p.tipo_pregunta, 'respuestas', p.respuestas,
    'criterio', coalesce(p.criterio, ''),
    'opciones', (SELECT coalesce(json_agg(json_build_object('id', o.id, 'opcion', o.opcion, 'correcta', o.condicion)
      ORDER BY o.orden), '[]') FROM opciones o WHERE o.id_pregunta = p.id),
    'comun', json_build_object('id', p.id, 'pregunta', p.pregunta, 'valor', p.valor, 'explicacion', coalesce(p.explicacion, ''),
      'imagen', p.imagen, 'imagen_alt', coalesce(p.imagen_alt, ''), 'id_leccion', p.id_leccion, 'segundo', p.segundo))
    ORDER BY p.orden, p.id), '[]') FROM preguntas p WHERE p.id_evaluacion = e.id AND p.activo)`)

async function read(tx: Db, targets: Target[]): Promise<Map<string, EvaluationDocument>> {
  type Row = { objeto: string; cabeza: Omit<EvaluationDocument, 'preguntas'>; preguntas: StoredQuestion[] }
  const rows = await query<Row>(
    tx,
    sql`SELECT 'evaluacion:' || e.id AS objeto, json_build_object('nombre', e.nombre, 'id_modulo', e.id_modulo,
        'modelo', CASE WHEN e.modelo = 1 THEN 'examen' ELSE 'encuesta' END, 'intentos', e.intentos, 'duracion', e.duracion,
        'fecha_apertura', ${utc('e.fecha_apertura')}, 'fecha_cierre', ${utc('e.fecha_cierre')},
        'instrucciones', e.instrucciones, 'visible', e.estado = 1) AS cabeza, ${QUESTIONS} AS preguntas
      FROM evaluaciones e WHERE e.id = ANY(${idsOf(targets.map(({ objeto }) => objeto))})`,
  )
  return new Map(rows.map(({ objeto, cabeza, preguntas }) => [objeto, { ...cabeza, preguntas: preguntas.map(partOf) }]))
}

/** What decides whether an answer is right, in any order. */
function keyOf(question: QuestionPart): unknown {
  if ('opciones' in question) return new Set(question.opciones.flatMap(({ id, correcta }) => (correcta ? [id] : [])))
  if (question.tipo_pregunta === 4) return new Set(question.aceptadas)
  if (question.tipo_pregunta === 5) return question.numero
  if (question.tipo_pregunta !== 6) return null
  return new Map(question.pares.map(({ izquierda, derecha }) => [izquierda, derecha]))
}

type Touched = { id: number; quitada: boolean }

/** Questions of before that the new document takes out, or whose key is another in it. */
function touchedIn(before: EvaluationDocument | undefined, now: EvaluationDocument, stored: Stored[]): Touched[] {
  const own = new Map(now.preguntas.map((part) => [part.id, part]))
  return (before?.preguntas ?? []).flatMap((old): Touched[] => {
    if (typeof old.id !== 'number') return []
    const part = own.get(old.id)
    const row = stored.find(({ id }) => id === old.id)
    if (!part || !row || !staysItself(part, row)) return [{ id: old.id, quitada: true }]
    return isDeepStrictEqual(keyOf(old), keyOf(part)) ? [] : [{ id: old.id, quitada: false }]
  })
}

/** In how many submitted attempts each of these questions is. */
const attemptsWith = (tx: Db, exams: number[], questions: number[]) =>
  query<{ id: number; intentos: number }>(
    tx,
    sql`SELECT (q ->> 'id')::bigint AS id, count(*) AS intentos FROM detalle_evaluacion d
      JOIN intentos_evaluacion i ON i.id_detalle = d.id AND i.estado <> 'abierto'
      CROSS JOIN jsonb_array_elements(i.preguntas) q
      WHERE d.id_evaluacion = ANY(${sql.param(exams)}::bigint[])
        AND (q ->> 'id')::bigint = ANY(${sql.param(questions)}::bigint[]) GROUP BY 1`,
  )

/** What a publication touches of the questions that submitted attempts have, by document. */
async function regradable(tx: Db, all: Written<EvaluationDocument>[], before: Map<string, EvaluationDocument>) {
  const exams = all.map(({ target }) => target.id)
  const stored = await storedQuestions(tx, exams)
  const touched = new Map(
    all.map(({ target, documento }) => [target.objeto, touchedIn(before.get(target.objeto), documento, stored)]),
  )
  const ids = [...touched.values()].flat().map(({ id }) => id)
  const counted = ids.length === 0 ? [] : await attemptsWith(tx, exams, ids)
  const attempts = new Map(counted.map(({ id, intentos }) => [id, intentos]))
  return ({ target, documento }: Pick<Written<EvaluationDocument>, 'target' | 'documento'>): Report['recalificar'] =>
    (touched.get(target.objeto) ?? []).flatMap(({ id, quitada }) => {
      const intentos = attempts.get(id)
      const place = quitada ? before.get(target.objeto)?.preguntas : documento.preguntas
      const at = place?.findIndex((part) => part.id === id) ?? -1
      const pregunta = place?.[at]?.pregunta
      return intentos && pregunta !== undefined
        ? [{ id_pregunta: id, numero: at + 1, pregunta, intentos, quitada }]
        : []
    })
}

const openText = (n: number): string =>
  n === 1
    ? '1 intento abierto seguirá con las preguntas con que empezó.'
    : `${n} intentos abiertos seguirán con las preguntas con que empezaron.`

/** Whether its attempts may last longer, or begin later, than before. */
function givesMoreTime(before: EvaluationDocument | undefined, now: EvaluationDocument): boolean {
  if (!before || now.modelo !== 'examen') return false
  const end = ({ fecha_cierre }: EvaluationDocument) =>
    fecha_cierre === null ? Number.POSITIVE_INFINITY : Date.parse(fecha_cierre)
  return (now.duracion ?? 0) > (before.duracion ?? 0) || end(now) > end(before)
}

const timeText = (n: number): string =>
  n === 1
    ? '1 intento abierto sigue con su límite. Después podrás darle también el tiempo nuevo.'
    : `${n} intentos abiertos siguen con su límite. Después podrás darles también el tiempo nuevo.`

/** What the `open` attempts of an exam notice. */
function effectsOf(before: EvaluationDocument | undefined, now: EvaluationDocument, open: number) {
  if (open === 0) return { efectos: [] }
  const differs = !isDeepStrictEqual(before?.preguntas, now.preguntas)
  const longer = givesMoreTime(before, now)
  return {
    efectos: [...(differs ? [openText(open)] : []), ...(longer ? [timeText(open)] : [])],
    ...(longer && { mas_tiempo: open }),
  }
}

async function check(tx: Db, all: Written<EvaluationDocument>[]): Promise<Map<string, Report>> {
  const now = await read(
    tx,
    all.map(({ target }) => target),
  )
  const around = await query<{ id: number; abiertos: number; modulos: number[]; tomada: boolean }>(
    tx,
    sql`SELECT e.id, ${TAKEN} AS tomada, (SELECT coalesce(json_agg(m.id), '[]') FROM modulos m WHERE m.id_curso = e.id_curso) AS modulos,
        (SELECT count(*) FROM detalle_evaluacion d JOIN intentos_evaluacion i ON i.id_detalle = d.id AND i.estado = 'abierto'
          WHERE d.id_evaluacion = e.id) AS abiertos
      FROM evaluaciones e WHERE e.id = ANY(${idsOf(all.map(({ target }) => target.objeto))})`,
  )
  const regradableIn = await regradable(tx, all, now)
  return new Map(
    all.map(({ target, documento }) => {
      const row = around.find(({ id }) => id === target.id)
      const report: Report = {
        ...checkEvaluation(documento, { modulos: row?.modulos }),
        ...effectsOf(now.get(target.objeto), documento, row?.abiertos ?? 0),
        recalificar: documento.modelo === 'examen' ? regradableIn({ target, documento }) : [],
      }
      if (row?.tomada && now.get(target.objeto)?.modelo !== documento.modelo)
        report.errores.push({ ruta: 'modelo', texto: 'Ya tiene respuestas: sigue siendo lo que es.' })
      return [target.objeto, report]
    }),
  )
}

const instant = (text: string | null) => (text === null ? null : new Date(text).toISOString())

/** The texts that only one kind of question has. */
function cleanKey(part: QuestionPart): QuestionPart {
  switch (part.tipo_pregunta) {
    case 1:
    case 3:
      return { ...part, opciones: part.opciones.map((option) => ({ ...option, opcion: cleanText(option.opcion) })) }
    case 2:
      return { ...part, criterio: cleanText(part.criterio) }
    case 4:
      return { ...part, aceptadas: part.aceptadas.map(cleanLine) }
    case 5:
      return part
    case 6:
      return {
        ...part,
        pares: part.pares.map(({ izquierda, derecha }) => ({
          izquierda: cleanText(izquierda),
          derecha: cleanText(derecha),
        })),
        distractores: part.distractores.map(cleanText),
      }
  }
}

const cleanQuestion = (part: QuestionPart, survey: boolean): QuestionPart => ({
  ...cleanKey(part),
  pregunta: cleanText(part.pregunta),
  valor: survey ? 0 : part.valor,
  imagen_alt: part.imagen === null ? '' : cleanLine(part.imagen_alt),
})

/** `evaluacion:9` */
export const evaluationDocuments: DocumentRules<EvaluationDocument> = {
  find: (tx, brand, names) =>
    query<Target>(
      tx,
      sql`SELECT 'evaluacion:' || e.id AS objeto, e.id, c.id AS id_curso, e.nombre, e.estado = 1 AS activo,
          c.archivado_en IS NOT NULL AS archivado, e.nuevo AS propio
        FROM evaluaciones e JOIN cursos c ON c.id = e.id_curso
        WHERE c.id_cliente = ${brand} AND e.id = ANY(${idsOf(names)})`,
    ),
  // A new one is hidden until it is published, which shows it.
  read: async (tx, targets) => {
    const found = await read(tx, targets)
    for (const { objeto, propio, activo } of targets) {
      const documento = found.get(objeto)
      if (documento && propio && !activo && documento.preguntas.length === 0)
        found.set(objeto, { ...documento, visible: true })
    }
    return found
  },
  clean: (documento) => ({
    ...documento,
    nombre: cleanLine(documento.nombre),
    fecha_apertura: instant(documento.fecha_apertura),
    fecha_cierre: instant(documento.fecha_cierre),
    instrucciones: cleanHtml(documento.instrucciones),
    preguntas: documento.preguntas.map((part) => cleanQuestion(part, documento.modelo === 'encuesta')),
  }),
  check,
  write: (tx, all) =>
    writeExams(
      tx,
      all.map(({ target, documento }) => ({ id: target.id, documento })),
    ),
}

/** Shows an exam and its module for a preview, whose transaction is rolled back. */
export async function revealExam(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`WITH shown AS (UPDATE evaluaciones SET estado = 1 WHERE id = ${id} RETURNING id_modulo)
    UPDATE modulos m SET activo = true, espera = false FROM shown WHERE m.id = shown.id_modulo`)
}
