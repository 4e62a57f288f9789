import { sql } from 'drizzle-orm'
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
import { decimal, instant } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { cursos, lecciones, modulos } from '../catalogue/catalogue.tables.ts'

/** Exams (`modelo` 1) and surveys (any other), of a module or, without `id_modulo`, of the course. */
export const evaluaciones = pgTable(
  'evaluaciones',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_curso: integer()
      .notNull()
      .references(() => cursos.id, { onDelete: 'cascade' }),
    id_modulo: integer().references(() => modulos.id, { onDelete: 'cascade' }),
    clave: text().notNull(),
    nombre: text().notNull(),
    instrucciones: text().notNull().default(''),
    modelo: integer().notNull().default(1),
    intentos: integer().notNull().default(1),
    /** Minutes. */
    duracion: integer().notNull(),
    fecha_apertura: instant(),
    fecha_cierre: instant(),
    estado: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('evaluaciones_clave').on(t.id_curso, sql`coalesce(${t.id_modulo}, 0)`, t.clave),
    index('evaluaciones_por_modulo').on(t.id_modulo),
    check('evaluaciones_intentos', sql`${t.intentos} >= 1`),
    check('evaluaciones_duracion', sql`${t.duracion} BETWEEN 1 AND 600`),
    check('evaluaciones_ventana', sql`${t.fecha_cierre} > ${t.fecha_apertura}`),
    check('evaluaciones_estado', sql`${t.estado} IN (0, 1)`),
  ],
)

/** Questions: `tipo_pregunta` 1 choice, 2 open. */
export const preguntas = pgTable(
  'preguntas',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_evaluacion: integer()
      .notNull()
      .references(() => evaluaciones.id, { onDelete: 'cascade' }),
    pregunta: text().notNull(),
    tipo_pregunta: integer().$type<1 | 2>().notNull(),
    valor: decimal().notNull().default(0),
    explicacion: text(),
    /** The lesson, and the second of its video, that explain the answer. */
    id_leccion: integer().references(() => lecciones.id, { onDelete: 'set null' }),
    segundo: integer(),
    orden: integer().notNull(),
    activo: boolean().notNull().default(true),
  },
  (t) => [
    index('preguntas_en_orden').on(t.id_evaluacion, t.orden),
    check('preguntas_tipo', sql`${t.tipo_pregunta} IN (1, 2)`),
    check('preguntas_valor', sql`${t.valor} >= 0`),
  ],
)

/** Options. `condicion` is the key: it leaves the server only after its release; one right option per question. */
export const opciones = pgTable(
  'opciones',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_pregunta: integer()
      .notNull()
      .references(() => preguntas.id, { onDelete: 'cascade' }),
    opcion: text().notNull(),
    condicion: boolean().notNull().default(false),
    orden: integer().notNull(),
  },
  (t) => [
    unique('opciones_orden').on(t.id_pregunta, t.orden),
    uniqueIndex('opciones_una_correcta').on(t.id_pregunta).where(sql`${t.condicion}`),
  ],
)

/** The student's record of one evaluation (the specification's "evaluation detail"). */
export const detalle_evaluacion = pgTable(
  'detalle_evaluacion',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_evaluacion: integer()
      .notNull()
      .references(() => evaluaciones.id),
    id_alumno: integer()
      .notNull()
      .references(() => usuarios.id),
    fecha_evaluacion: instant().notNull().default(sql`now()`),
    /** Attempts used; always the number of rows in `intentos_evaluacion`. */
    intentos: integer().notNull().default(0),
    /** Attempts granted to this student on top of the exam's, and extra minutes (WCAG 2.2.1). */
    intentos_extra: integer().notNull().default(0),
    minutos_extra: integer().notNull().default(0),
  },
  (t) => [
    unique('detalle_unico').on(t.id_evaluacion, t.id_alumno),
    index('detalle_por_alumno').on(t.id_alumno),
    check('detalle_intentos', sql`${t.intentos} >= 0 AND ${t.intentos_extra} >= 0 AND ${t.minutos_extra} >= 0`),
  ],
)

/** A question as an attempt froze it, key included: it never leaves the server as it is. */
export type FrozenQuestion = {
  id: number
  pregunta: string
  tipo_pregunta: 1 | 2
  valor: number
  explicacion: string | null
  id_leccion: number | null
  segundo: number | null
  opciones: { id: number; opcion: string; condicion: boolean }[]
}

/** Attempts: one row each; at most one open per student and exam, by the database. */
export const intentos_evaluacion = pgTable(
  'intentos_evaluacion',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_detalle: integer()
      .notNull()
      .references(() => detalle_evaluacion.id),
    /** Whose attempt it is, once it waits for a teacher: a trigger writes it, so that a teacher's queue is found in an index. */
    id_evaluacion: integer(),
    numero: integer().notNull(),
    estado: text().$type<'abierto' | 'pendiente' | 'calificado'>().notNull().default('abierto'),
    inicio: instant().notNull().default(sql`now()`),
    limite: instant().notNull(),
    enviado_en: instant(),
    /** True when the server closed it because time ran out. */
    cerrado_por_tiempo: boolean().notNull().default(false),
    preguntas: jsonb().$type<FrozenQuestion[]>().notNull(),
    nota: decimal(),
    nota_maxima: decimal().notNull(),
    aprobado: boolean(),
    /** What grading this attempt did to the exam's certificate: kept, so that a repeated submission answers the same. */
    novedad_certificado: text().$type<'generado' | 'actualizado' | 'sin_cambio'>(),
  },
  (t) => [
    unique('intentos_numero').on(t.id_detalle, t.numero),
    uniqueIndex('intentos_uno_abierto').on(t.id_detalle).where(sql`${t.estado} = 'abierto'`),
    index('intentos_por_vencer').on(t.limite).where(sql`${t.estado} = 'abierto'`),
    index('intentos_que_esperan').on(t.id_evaluacion, t.enviado_en, t.id).where(sql`${t.estado} = 'pendiente'`),
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

/** Saved answers: one per attempt and question; `secuencia` keeps an older save from overwriting a newer. */
export const respuestas = pgTable(
  'respuestas',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_intento: integer()
      .notNull()
      .references(() => intentos_evaluacion.id, { onDelete: 'cascade' }),
    id_pregunta: integer().notNull(),
    id_opcion: integer(),
    respuesta: text(),
    secuencia: bigint({ mode: 'number' }).notNull().default(0),
    guardado_en: instant().notNull().default(sql`now()`),
    /** Points, set when graded: by the server for choices, by a teacher for open answers. */
    puntos: decimal(),
    comentario: text(),
    calificado_por: integer().references(() => usuarios.id),
  },
  (t) => [unique('respuestas_unica').on(t.id_intento, t.id_pregunta)],
)

/** Who has answered which survey; what they said stands apart, in `respuestas_encuesta`, without them. */
export const encuestas_respondidas = pgTable(
  'encuestas_respondidas',
  {
    id_evaluacion: integer()
      .notNull()
      .references(() => evaluaciones.id, { onDelete: 'cascade' }),
    id_alumno: integer()
      .notNull()
      .references(() => usuarios.id),
  },
  (t) => [primaryKey({ columns: [t.id_evaluacion, t.id_alumno] })],
)

/** What people answered, a row each, until enough of them have: without person or time, and rewritten as others come. */
export const respuestas_retenidas = pgTable(
  'respuestas_retenidas',
  {
    id: uuid().primaryKey().defaultRandom(),
    id_evaluacion: integer()
      .notNull()
      .references(() => evaluaciones.id, { onDelete: 'cascade' }),
    respuestas: jsonb()
      .$type<{ id_pregunta: number; id_opcion: number | null; respuesta: string | null }[]>()
      .notNull(),
    /** Rewritten together with the others that wait, after the transaction that recorded who answered. */
    mezclada: boolean().notNull().default(false),
  },
  (t) => [index('retenidas_de_encuesta').on(t.id_evaluacion)],
)

/** Published survey answers. A `tanda` is the answers of five people; nothing joins those of one person, or them to it. */
export const respuestas_encuesta = pgTable(
  'respuestas_encuesta',
  {
    id: uuid().primaryKey(),
    id_evaluacion: integer()
      .notNull()
      .references(() => evaluaciones.id, { onDelete: 'cascade' }),
    tanda: uuid().notNull(),
    id_pregunta: integer()
      .notNull()
      .references(() => preguntas.id, { onDelete: 'cascade' }),
    id_opcion: integer().references(() => opciones.id, { onDelete: 'cascade' }),
    respuesta: text(),
  },
  (t) => [index('respuestas_de_encuesta').on(t.id_evaluacion, t.id_pregunta, t.id)],
)
