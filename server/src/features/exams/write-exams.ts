import type { EvaluationDocument, QuestionPart } from '@campus/contract/documents/evaluation'
import type { PartId } from '@campus/contract/documents/parts'
import { sql } from 'drizzle-orm'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import type { StoredKey } from './exams.tables.ts'

export type ExamText = { id: number; documento: EvaluationDocument }

const within = (value: number | null, least: number, most: number, otherwise: number): number =>
  Math.min(most, Math.max(least, value ?? otherwise))

/** What a half written text does not say takes the least that the table holds. */
function headOf({ id, documento }: ExamText) {
  const { nombre, id_modulo, modelo, intentos, duracion, fecha_apertura, fecha_cierre, instrucciones } = documento
  const survey = modelo === 'encuesta'
  const reversed = fecha_apertura && fecha_cierre && Date.parse(fecha_cierre) <= Date.parse(fecha_apertura)
  return {
    id,
    nombre: nombre || null,
    id_modulo,
    modelo: survey ? 2 : 1,
    intentos: within(intentos, 1, 100, 1),
    duracion: survey && duracion === null ? null : within(duracion, 1, 600, 60),
    fecha_apertura,
    fecha_cierre: reversed ? null : fecha_cierre,
    instrucciones,
    estado: documento.visible ? 1 : 0,
  }
}

/** Whether exam or survey `e` has attempts or answers, which are of its kind. */
export const TAKEN =
  sql.raw(`(EXISTS (SELECT 1 FROM detalle_evaluacion d WHERE d.id_evaluacion = e.id AND d.intentos > 0)
  OR EXISTS (SELECT 1 FROM encuestas_respondidas r WHERE r.id_evaluacion = e.id))`)

const HEADS = `x(id bigint, nombre text, id_modulo bigint, modelo int, intentos int, duracion int,
  fecha_apertura timestamptz, fecha_cierre timestamptz, instrucciones text, estado int)`

/** A key is unique within its place: an evaluation that moves takes another one. */
async function writeHeads(tx: Db, all: ExamText[]): Promise<void> {
  await tx.execute(sql`UPDATE evaluaciones e SET nombre = coalesce(x.nombre, e.nombre),
      modelo = CASE WHEN ${TAKEN} THEN e.modelo ELSE x.modelo END,
      id_modulo = (SELECT m.id FROM modulos m WHERE m.id = x.id_modulo AND m.id_curso = e.id_curso),
      intentos = x.intentos, duracion = x.duracion, fecha_apertura = x.fecha_apertura, fecha_cierre = x.fecha_cierre,
      instrucciones = x.instrucciones, estado = x.estado,
      clave = CASE WHEN x.id_modulo IS DISTINCT FROM e.id_modulo THEN gen_random_uuid()::text ELSE e.clave END
    FROM ${recordset(all.map(headOf), HEADS)}
    WHERE e.id = x.id`)
}

const optionsOf = (question: QuestionPart) => ('opciones' in question ? question.opciones : [])

/** The key of the kinds that have no options. */
function storedKey(question: QuestionPart): StoredKey | null {
  if (question.tipo_pregunta === 4) return { textos: question.aceptadas }
  if (question.tipo_pregunta === 6) return { parejas: question.pares, distractores: question.distractores }
  if (question.tipo_pregunta !== 5) return null
  const { numero } = question
  if (numero.modo === 'valor') return { valor: numero.valor ?? 0, tolerancia: numero.tolerancia ?? 0 }
  return { desde: numero.desde ?? 0, hasta: numero.hasta ?? 0 }
}

const questionRow = (id_evaluacion: number, question: QuestionPart, at: number) => ({
  id_evaluacion,
  pregunta: question.pregunta,
  tipo_pregunta: question.tipo_pregunta,
  valor: Math.max(0, question.valor ?? 0),
  imagen: question.imagen,
  imagen_alt: question.imagen === null ? null : question.imagen_alt,
  criterio: question.tipo_pregunta === 2 ? question.criterio || null : null,
  respuestas: storedKey(question),
  explicacion: question.explicacion || null,
  id_leccion: question.id_leccion,
  segundo: question.segundo,
  orden: at + 1,
})

export type StoredQuestion = {
  id: number
  id_evaluacion: number
  tipo_pregunta: number
  orden: number
  opciones: number[]
}

/** The shown and the newest first. */
export const storedQuestions = (tx: Db, ids: number[]): Promise<StoredQuestion[]> =>
  query<StoredQuestion>(
    tx,
    sql`SELECT p.id, p.id_evaluacion, p.tipo_pregunta, p.orden,
        (SELECT coalesce(json_agg(o.id ORDER BY o.orden), '[]') FROM opciones o WHERE o.id_pregunta = p.id) AS opciones
      FROM preguntas p WHERE p.id_evaluacion = ANY(${sql.param(ids)}::bigint[])
      ORDER BY p.activo DESC, p.id DESC`,
  )

/** A question that changes its kind or loses an option is a new one: answers refer to what it was. */
export function staysItself(
  question: QuestionPart,
  stored: Pick<StoredQuestion, 'tipo_pregunta' | 'opciones'> | undefined,
): boolean {
  if (!stored || stored.tipo_pregunta !== question.tipo_pregunta) return false
  const named = optionsOf(question).map(({ id }) => id)
  return stored.opciones.every((id) => named.includes(id))
}

const COLUMNS =
  sql.raw(`id_evaluacion bigint, pregunta text, tipo_pregunta int, valor numeric, imagen text, imagen_alt text,
  criterio text, respuestas jsonb, explicacion text, id_leccion bigint, segundo int, orden int`)
/** A lesson of another course explains nothing here. */
const LESSON =
  sql.raw(`(SELECT l.id FROM lecciones l JOIN modulos m ON m.id = l.id_modulo JOIN evaluaciones e ON e.id_curso = m.id_curso
  WHERE l.id = x.id_leccion AND e.id = x.id_evaluacion)`)
/** JSON's null is no SQL null. */
const KEY = sql.raw(`CASE WHEN jsonb_typeof(x.respuestas) = 'object' THEN x.respuestas END`)

type Placed = { id: number | undefined; row: ReturnType<typeof questionRow>; question: QuestionPart }

async function addQuestions(tx: Db, fresh: Placed[]): Promise<number[]> {
  if (fresh.length === 0) return []
  const rows = await query<{ id: number }>(
    tx,
    sql`INSERT INTO preguntas (id_evaluacion, pregunta, tipo_pregunta, valor, imagen, imagen_alt, criterio, respuestas,
        explicacion, id_leccion, segundo, orden)
      SELECT x.id_evaluacion, x.pregunta, x.tipo_pregunta, x.valor, x.imagen, x.imagen_alt, x.criterio, ${KEY}, x.explicacion,
        ${LESSON}, x.segundo, x.orden
      FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(fresh.map(({ row }) => row))}::jsonb) AS (${COLUMNS})) WITH ORDINALITY
        AS x(id_evaluacion, pregunta, tipo_pregunta, valor, imagen, imagen_alt, criterio, respuestas, explicacion, id_leccion,
          segundo, orden, n)
      ORDER BY x.n RETURNING id`,
  )
  return rows.map(({ id }) => id)
}

async function changeQuestions(tx: Db, known: Placed[]): Promise<void> {
  const rows = known.map(({ id, row }) => ({ id, ...row }))
  await tx.execute(sql`UPDATE preguntas p SET pregunta = x.pregunta, valor = x.valor, imagen = x.imagen, imagen_alt = x.imagen_alt,
      criterio = x.criterio, respuestas = ${KEY}, explicacion = x.explicacion, id_leccion = ${LESSON}, segundo = x.segundo,
      orden = x.orden, activo = true
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(id bigint, ${COLUMNS})
    WHERE p.id = x.id AND p.id_evaluacion = x.id_evaluacion`)
}

async function writeOptions(tx: Db, questions: { id_pregunta: number; question: QuestionPart; fresh: boolean }[]) {
  const rows = questions.flatMap(({ id_pregunta, question, fresh }) =>
    optionsOf(question).map(({ id, opcion, correcta }, at) => ({
      id: !fresh && typeof id === 'number' ? id : null,
      id_pregunta,
      opcion,
      condicion: correcta,
      orden: at + 1,
    })),
  )
  const known = questions.filter(({ fresh }) => !fresh).map(({ id_pregunta }) => id_pregunta)
  // Places are unique: they are left free before they are taken again.
  await tx.execute(sql`UPDATE opciones SET orden = -orden WHERE id_pregunta = ANY(${sql.param(known)}::bigint[])`)
  await tx.execute(sql`UPDATE opciones o SET opcion = x.opcion, condicion = x.condicion, orden = x.orden
    FROM ${recordset(rows, 'x(id bigint, id_pregunta bigint, opcion text, condicion bool, orden int)')}
    WHERE o.id = x.id AND o.id_pregunta = x.id_pregunta`)
  await tx.execute(sql`INSERT INTO opciones (id_pregunta, opcion, condicion, orden)
    SELECT x.id_pregunta, x.opcion, x.condicion, x.orden
    FROM ${recordset(rows, 'x(id bigint, id_pregunta bigint, opcion text, condicion bool, orden int)')}
    WHERE x.id IS NULL ORDER BY x.id_pregunta, x.orden`)
}

/** Writes heads, questions and options, for the editor, the content files and the imports alike; nothing is deleted. */
export async function writeExams(tx: Db, all: ExamText[]): Promise<void> {
  if (all.length === 0) return
  await writeHeads(tx, all)
  const ids = all.map(({ id }) => id)
  const stored = new Map((await storedQuestions(tx, ids)).map((one) => [one.id as PartId, one]))
  const placed: Placed[] = all.flatMap(({ id, documento }) =>
    documento.preguntas.map((question, at) => {
      const old = stored.get(question.id)
      const same = old?.id_evaluacion === id && staysItself(question, old)
      return { id: same ? old.id : undefined, row: questionRow(id, question, at), question }
    }),
  )
  const fresh = placed.filter(({ id }) => id === undefined)
  const added = (await addQuestions(tx, fresh)).values()
  await changeQuestions(
    tx,
    placed.filter(({ id }) => id !== undefined),
  )
  const written = placed.map(({ id, question }) => ({
    id_pregunta: id ?? added.next().value ?? 0,
    question,
    fresh: id === undefined,
  }))
  const current = written.map(({ id_pregunta }) => id_pregunta)
  await tx.execute(sql`UPDATE preguntas SET activo = false WHERE id_evaluacion = ANY(${sql.param(ids)}::bigint[])
    AND activo AND NOT id = ANY(${sql.param(current)}::bigint[])`)
  await writeOptions(tx, written)
}
