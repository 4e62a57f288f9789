import type { Pair } from '@campus/contract/questions'
import { PASS_PERCENT, type QuestionKind } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { decimal, instant, rowId } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { cursos, lecciones, modulos } from '../catalogue/catalogue.tables.ts'

/** Exams (`modelo` 1) and surveys, of a module or, without `id_modulo`, of the course. */
export const evaluaciones = pgTable(
  'evaluaciones',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_curso: rowId()
      .notNull()
      .references(() => cursos.id, { onDelete: 'cascade' }),
    id_modulo: rowId().references(() => modulos.id, { onDelete: 'cascade' }),
    clave: text().notNull(),
    nombre: text().notNull(),
    instrucciones: text().notNull().default(''),
    modelo: integer().notNull().default(1),
    intentos: integer().notNull().default(1),
    /** Minutes; null for a survey without a clock. */
    duracion: integer(),
    fecha_apertura: instant(),
    fecha_cierre: instant(),
    estado: integer().notNull().default(1),
    /** Made in the editor, where its first text is a draft. */
    nuevo: boolean().notNull().default(false),
    /** As calendars expect, a trigger raises it with every change that they show. */
    secuencia: integer().notNull().default(0),
    /** The moment of that change. */
    cambiada_en: instant().notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('evaluaciones_clave').on(t.id_curso, sql`coalesce(${t.id_modulo}, 0)`, t.clave),
    index('evaluaciones_por_modulo').on(t.id_modulo),
    check('evaluaciones_intentos', sql`${t.intentos} >= 1`),
    check('evaluaciones_duracion', sql`coalesce(${t.duracion} BETWEEN 1 AND 600, ${t.modelo} <> 1)`),
    check('evaluaciones_ventana', sql`${t.fecha_cierre} > ${t.fecha_apertura}`),
    check('evaluaciones_estado', sql`${t.estado} IN (0, 1)`),
  ],
)

/** A number is right inside its tolerance, or inside the range. */
export type NumericKey = { valor: number; tolerancia: number } | { desde: number; hasta: number }

/** What is right in a question without options. */
export type StoredKey =
  | { textos: string[] }
  | NumericKey
  | { parejas: { izquierda: string; derecha: string }[]; distractores: string[] }

/** `tipo_pregunta`: 1 one option, 2 open, 3 several options, 4 short text, 5 number, 6 pairs. */
export const preguntas = pgTable(
  'preguntas',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_evaluacion: rowId()
      .notNull()
      .references(() => evaluaciones.id, { onDelete: 'cascade' }),
    pregunta: text().notNull(),
    tipo_pregunta: integer().$type<QuestionKind>().notNull(),
    valor: decimal().notNull().default(0),
    imagen: text(),
    imagen_alt: text(),
    /** What the teacher who grades an open answer looks for. */
    criterio: text(),
    /** The key of kinds 4 to 6; that of a choice is in its options. */
    respuestas: jsonb().$type<StoredKey>(),
    explicacion: text(),
    /** The lesson, and the second of its video, that explain the answer. */
    id_leccion: rowId().references(() => lecciones.id, { onDelete: 'set null' }),
    segundo: integer(),
    orden: integer().notNull(),
    activo: boolean().notNull().default(true),
  },
  (t) => [
    index('preguntas_en_orden').on(t.id_evaluacion, t.orden),
    check('preguntas_tipo', sql`${t.tipo_pregunta} BETWEEN 1 AND 6`),
    check(
      'preguntas_respuestas',
      sql`coalesce(jsonb_typeof(${t.respuestas}) = 'object', false) = (${t.tipo_pregunta} IN (4, 5, 6))`,
    ),
    check('preguntas_imagen', sql`${t.imagen} IS NULL OR ${t.imagen_alt} IS NOT NULL`),
    check('preguntas_valor', sql`${t.valor} >= 0`),
  ],
)

/** `condicion` marks a right option and must not leave the server before its release. */
export const opciones = pgTable(
  'opciones',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_pregunta: rowId()
      .notNull()
      .references(() => preguntas.id, { onDelete: 'cascade' }),
    opcion: text().notNull(),
    condicion: boolean().notNull().default(false),
    orden: integer().notNull(),
  },
  (t) => [unique('opciones_orden').on(t.id_pregunta, t.orden)],
)

export const detalle_evaluacion = pgTable(
  'detalle_evaluacion',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_evaluacion: rowId()
      .notNull()
      .references(() => evaluaciones.id),
    id_alumno: rowId()
      .notNull()
      .references(() => usuarios.id),
    fecha_evaluacion: instant().notNull().default(sql`now()`),
    intentos: integer().notNull().default(0),
    /** Accommodations granted to this student (WCAG 2.2.1). */
    intentos_extra: integer().notNull().default(0),
    minutos_extra: integer().notNull().default(0),
    /** Later than the closing date of the others. */
    cierre_extra: instant(),
    version: integer().notNull().default(0),
    /** Raised by a trigger with every change of `cierre_extra`, as calendars expect. */
    secuencia: integer().notNull().default(0),
    /** The moment of that change. */
    cambiada_en: instant(),
  },
  (t) => [
    unique('detalle_unico').on(t.id_evaluacion, t.id_alumno),
    index('detalle_por_alumno').on(t.id_alumno),
    check('detalle_intentos', sql`${t.intentos} >= 0 AND ${t.intentos_extra} >= 0 AND ${t.minutos_extra} >= 0`),
    check('detalle_extras', sql`${t.intentos_extra} <= 100 AND ${t.minutos_extra} <= 600`),
  ],
)

const closing = (exam: string, detail: string) =>
  sql.raw(`CASE WHEN ${exam}.fecha_cierre IS NOT NULL THEN greatest(${exam}.fecha_cierre, ${detail}.cierre_extra) END`)

/** When exam `e` closes for the student of detail `d`, who may have none; null when it does not. */
export const CLOSES = closing('e', 'd')

/** {@link CLOSES} where the tables have no alias. */
export const CLOSING = closing('evaluaciones', 'detalle_evaluacion')

const shown = (exam: string) =>
  sql.raw(
    `(${exam}.estado = 1 AND NOT EXISTS (SELECT 1 FROM modulos em WHERE em.id = ${exam}.id_modulo AND NOT em.activo))`,
  )

/** Whether students find exam `e`: it is hidden with its module, too. */
export const SHOWN_EXAM = shown('e')

/** {@link SHOWN_EXAM} where the table has no alias. */
export const SHOWN = shown('evaluaciones')

/** Shown, or begun by the student before it was hidden: what was begun is finished, and read afterwards. */
export const reachableBy = (usuario: SQL | number) => sql`(${SHOWN} OR EXISTS (SELECT 1 FROM detalle_evaluacion ed
  WHERE ed.id_evaluacion = evaluaciones.id AND ed.id_alumno = ${usuario} AND ed.intentos > 0))`

/** `parejas` names the right side of each left one by its position. */
export type FrozenKey = { textos: string[] } | NumericKey | { parejas: number[] }

/** The right options, or the key of kinds 4 to 6. */
export type FormerKey = { correctas: number[] } | { clave: FrozenKey }

/** A snapshot with the key: never send it as it is. */
export type FrozenQuestion = {
  id: number
  pregunta: string
  tipo_pregunta: QuestionKind
  valor: number
  imagen?: string | null
  imagen_alt?: string | null
  criterio?: string | null
  /** Of kinds 4 to 6. */
  clave?: FrozenKey
  /** Keys that a correction replaced and that still count (docs/product/exams.md 9). */
  anteriores?: FormerKey[]
  /** A correction gave its points to everyone. */
  regalada?: true
  izquierdas?: string[]
  derechas?: string[]
  explicacion: string | null
  id_leccion: number | null
  segundo: number | null
  opciones: { id: number; opcion: string; condicion: boolean }[]
}

export const intentos_evaluacion = pgTable(
  'intentos_evaluacion',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_detalle: rowId()
      .notNull()
      .references(() => detalle_evaluacion.id),
    /** Set by a trigger while the attempt waits for a teacher, so that the queue is read from an index. */
    id_evaluacion: rowId(),
    numero: integer().notNull(),
    estado: text().$type<'abierto' | 'pendiente' | 'calificado'>().notNull().default('abierto'),
    inicio: instant().notNull().default(sql`now()`),
    /** Null in a survey without a clock. */
    limite: instant(),
    /** How long the service was away meanwhile; part of `limite`, which may thus pass the closing date. */
    segundos_devueltos: integer().notNull().default(0),
    enviado_en: instant(),
    cerrado_por_tiempo: boolean().notNull().default(false),
    preguntas: jsonb().$type<FrozenQuestion[]>().notNull(),
    nota: decimal(),
    nota_maxima: decimal().notNull(),
    aprobado: boolean(),
    /** Stored so that a repeated submission returns the same. */
    novedad_certificado: text().$type<'generado' | 'actualizado' | 'sin_cambio'>(),
  },
  (t) => [
    unique('intentos_numero').on(t.id_detalle, t.numero),
    uniqueIndex('intentos_uno_abierto').on(t.id_detalle).where(sql`${t.estado} = 'abierto'`),
    index('intentos_por_vencer').on(t.limite).where(sql`${t.estado} = 'abierto'`),
    index('intentos_con_devolucion')
      .on(t.id_detalle)
      .where(sql`${t.estado} = 'abierto' AND ${t.segundos_devueltos} > 0`),
    index('intentos_que_esperan').on(t.id_evaluacion, t.enviado_en, t.id).where(sql`${t.estado} = 'pendiente'`),
    check('intentos_devueltos', sql`${t.segundos_devueltos} >= 0`),
    check('intentos_estado', sql`${t.estado} IN ('abierto', 'pendiente', 'calificado')`),
    check('intentos_enviado', sql`(${t.estado} = 'abierto') = (${t.enviado_en} IS NULL)`),
    check(
      'intentos_calificado',
      sql`(${t.estado} = 'calificado') = (${t.nota} IS NOT NULL AND ${t.aprobado} IS NOT NULL)`,
    ),
    check('intentos_novedad', sql`${t.novedad_certificado} IN ('generado', 'actualizado', 'sin_cambio')`),
    check('intentos_nota', sql`${t.nota} IS NULL OR (${t.nota} >= 0 AND ${t.nota} <= ${t.nota_maxima})`),
  ],
)

/** `percentOf` of an attempt `i` that was graded out of more than 0: a failed one must not round up to the pass mark. */
export const ATTEMPT_PERCENT = sql.raw(`least(round(i.nota * 100 / i.nota_maxima, 2),
  CASE WHEN i.aprobado THEN 100 ELSE ${PASS_PERCENT} - 0.01 END)`)
/** `secuencia` keeps an older save from overwriting a newer one. */
export const respuestas = pgTable(
  'respuestas',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_intento: rowId()
      .notNull()
      .references(() => intentos_evaluacion.id, { onDelete: 'cascade' }),
    id_pregunta: rowId().notNull(),
    id_opcion: rowId(),
    respuesta: text(),
    seleccion: rowId().array(),
    parejas: jsonb().$type<Pair[]>(),
    secuencia: bigint({ mode: 'number' }).notNull().default(0),
    guardado_en: instant().notNull().default(sql`now()`),
    puntos: decimal(),
    comentario: text(),
    calificado_por: rowId().references(() => usuarios.id),
    calificado_en: instant(),
    /** Counts the decisions of teachers, so that a second one knows that it is. */
    version: integer().notNull().default(0),
  },
  (t) => [unique('respuestas_unica').on(t.id_intento, t.id_pregunta)],
)

/** Without the answers, so that neither table tells who wrote what. */
export const encuestas_respondidas = pgTable(
  'encuestas_respondidas',
  {
    id_evaluacion: rowId()
      .notNull()
      .references(() => evaluaciones.id, { onDelete: 'restrict' }),
    id_alumno: rowId()
      .notNull()
      .references(() => usuarios.id),
  },
  (t) => [primaryKey({ columns: [t.id_evaluacion, t.id_alumno] })],
)

/** Answers not published yet, one row per person, without the person or the time. */
export const respuestas_retenidas = pgTable(
  'respuestas_retenidas',
  {
    id: uuid().primaryKey().defaultRandom(),
    id_evaluacion: rowId()
      .notNull()
      .references(() => evaluaciones.id, { onDelete: 'cascade' }),
    respuestas: jsonb()
      .$type<
        { id_pregunta: number; id_opcion: number | null; respuesta: string | null; seleccion?: number[] | null }[]
      >()
      .notNull(),
    /** Rewritten with the others, after the transaction that recorded who answered. */
    mezclada: boolean().notNull().default(false),
  },
  (t) => [index('retenidas_de_encuesta').on(t.id_evaluacion)],
)

/** A `tanda` holds the answers of five people, which nothing links to their authors. */
export const respuestas_encuesta = pgTable(
  'respuestas_encuesta',
  {
    id: uuid().primaryKey(),
    id_evaluacion: rowId()
      .notNull()
      .references(() => evaluaciones.id, { onDelete: 'restrict' }),
    tanda: uuid().notNull(),
    id_pregunta: rowId()
      .notNull()
      .references(() => preguntas.id, { onDelete: 'restrict' }),
    id_opcion: rowId().references(() => opciones.id, { onDelete: 'restrict' }),
    respuesta: text(),
  },
  (t) => [index('respuestas_de_encuesta').on(t.id_evaluacion, t.id_pregunta, t.id)],
)
