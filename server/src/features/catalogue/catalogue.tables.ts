import { type SQL, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { tsvector, wordsOf } from '../../kit/words/words.ts'
import { decimal, instant, rowId, sentOnce } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { clientes } from '../brands/brands.tables.ts'

export const categorias = pgTable(
  'categorias',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    nombre: text().notNull(),
    orden: integer().notNull().default(0),
    estado: integer().notNull().default(1),
    version: integer().notNull().default(1),
    /** Of the form that made it, so that a repeated request makes no second one. */
    envio: uuid(),
  },
  (t) => [
    unique('categorias_envio').on(t.envio),
    unique('categorias_nombre').on(t.id_cliente, t.nombre),
    check('categorias_estado', sql`${t.estado} IN (0, 1)`),
  ],
)

/** `clave` is the folder's name in the content files, or a UUID where the editor made the course; money is in céntimos. */
export const cursos = pgTable(
  'cursos',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    id_categoria: rowId()
      .notNull()
      .references(() => categorias.id),
    clave: text().notNull(),
    nombre: text().notNull(),
    descripcion: text().notNull().default(''),
    aprenderas: text().array().notNull().default(sql`'{}'`),
    nivel: text().$type<'Básico' | 'Intermedio' | 'Avanzado'>().notNull(),
    costo_centimos: integer().notNull(),
    /** Promotional price, in brands with `promociones_reales`. */
    promocion_centimos: integer(),
    promocion_hasta: instant(),
    horas: decimal().notNull(),
    fecha_inicio: date({ mode: 'string' }),
    imagen: text(),
    imagen_alt: text().notNull().default(''),
    /** Among those of its category. */
    orden: integer().notNull().default(0),
    estado: integer().notNull().default(1),
    /** Made in the editor: its first publication shows it. */
    nuevo: boolean().notNull().default(false),
    /** Of a new course until its first lesson, which is free. */
    primera_gratis: boolean().notNull().default(false),
    archivado_en: instant(),
    creado_en: instant().notNull().default(sql`now()`),
    actualizado_en: instant().notNull().default(sql`now()`),
    /** When its name changed, by a trigger: calendars show it. */
    renombrado_en: instant().notNull().default(sql`now()`),
    /** Of what is saved at once: state and teachers. */
    version: integer().notNull().default(1),
    /** Of the price, which others may save meanwhile. */
    version_precio: integer().notNull().default(1),
    /** Raised by triggers with every change that students' progress depends on. */
    version_avances: bigint({ mode: 'number' }).notNull().default(1),
    /** Name and the beginning of the description, without accents or markup. */
    busqueda: text().generatedAlwaysAs(
      (): SQL =>
        sql`sin_acentos(${cursos.nombre} || ' ' || regexp_replace(left(${cursos.descripcion}, 2000), '<[^>]*>', ' ', 'g'))`,
    ),
  },
  (t) => [
    unique('cursos_clave').on(t.id_cliente, t.clave),
    index('cursos_activos').on(t.id_cliente, t.estado, t.id),
    index('cursos_por_categoria').on(t.id_categoria),
    index('cursos_por_nombre').on(t.id_cliente, t.nombre, t.id),
    index('cursos_por_cambio').on(t.id_cliente, t.actualizado_en, t.id),
    index('cursos_promocion_hasta').on(t.promocion_hasta),
    index('cursos_busqueda').using('gin', t.busqueda.op('gin_trgm_ops')),
    check('cursos_nivel', sql`${t.nivel} IN ('Básico', 'Intermedio', 'Avanzado')`),
    check('cursos_costo', sql`${t.costo_centimos} >= 0`),
    check(
      'cursos_promocion',
      sql`(${t.promocion_centimos} IS NULL) = (${t.promocion_hasta} IS NULL) AND (${t.promocion_centimos} IS NULL OR (${t.promocion_centimos} >= 0 AND ${t.promocion_centimos} < ${t.costo_centimos}))`,
    ),
    check('cursos_horas', sql`${t.horas} > 0`),
    check('cursos_estado', sql`${t.estado} IN (0, 1)`),
    check('cursos_archivo', sql`${t.archivado_en} IS NULL OR ${t.estado} = 0`),
  ],
)

export const curso_docentes = pgTable(
  'curso_docentes',
  {
    id_curso: rowId()
      .notNull()
      .references(() => cursos.id, { onDelete: 'cascade' }),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id),
    orden: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.id_curso, t.id_usuario] }), index('cursos_de_docente').on(t.id_usuario)],
)

export const modulos = pgTable(
  'modulos',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_curso: rowId()
      .notNull()
      .references(() => cursos.id, { onDelete: 'cascade' }),
    clave: text().notNull(),
    nombre: text().notNull(),
    horas: decimal().notNull().default(0),
    orden: integer().notNull(),
    activo: boolean().notNull().default(true),
    /** In the outline, and hidden until one of its lessons is shown. */
    espera: boolean().notNull().default(false),
  },
  (t) => [
    unique('modulos_clave').on(t.id_curso, t.clave),
    index('modulos_en_orden').on(t.id_curso, t.orden, t.id),
    check('modulos_espera', sql`NOT (${t.activo} AND ${t.espera})`),
  ],
)

export const lecciones = pgTable(
  'lecciones',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_modulo: rowId()
      .notNull()
      .references(() => modulos.id, { onDelete: 'cascade' }),
    clave: text().notNull(),
    titulo: text().notNull(),
    contenido: text().notNull().default(''),
    /** Minutes. */
    duracion: integer().notNull().default(0),
    /** Whether guests may see it before they buy. */
    gratis: boolean().notNull().default(false),
    orden: integer().notNull(),
    activo: boolean().notNull().default(true),
    /** The text alone, so that a search need not read the markup. */
    texto: text().generatedAlwaysAs((): SQL => sql`texto_plano(${lecciones.contenido})`),
    /** In the outline, and hidden until it has content and its first draft is published. */
    espera: boolean().notNull().default(false),
    /** Made in the editor, where its first text is a draft. */
    nuevo: boolean().notNull().default(false),
    busqueda: tsvector().generatedAlwaysAs(
      (): SQL => wordsOf(sql`regexp_replace(${lecciones.contenido}, '<[^>]*>', ' ', 'g')`),
    ),
  },
  (t) => [
    unique('lecciones_clave').on(t.id_modulo, t.clave),
    index('lecciones_en_orden').on(t.id_modulo, t.orden, t.id),
    index('lecciones_por_palabras').using('gin', t.busqueda),
    check('lecciones_espera', sql`NOT (${t.activo} AND ${t.espera})`),
  ],
)

/** `video` is the provider's id; the player's URL is always built from it. */
export const archivos = pgTable(
  'archivos',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_leccion: rowId()
      .notNull()
      .references(() => lecciones.id, { onDelete: 'cascade' }),
    titulo: text().notNull().default(''),
    enlace: text().notNull(),
    tipo_video: text().$type<'youtube' | 'vimeo'>().notNull(),
    video: text().notNull(),
    /** Privacy hash of an unlisted Vimeo video. */
    video_hash: text(),
    orden: integer().notNull(),
  },
  (t) => [
    unique('archivos_orden').on(t.id_leccion, t.orden),
    check('archivos_tipo', sql`${t.tipo_video} IN ('youtube', 'vimeo')`),
    check('archivos_video', sql`${t.video} ~ '^[A-Za-z0-9_-]{5,20}$'`),
  ],
)

export const materiales = pgTable(
  'materiales',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_leccion: rowId()
      .notNull()
      .references(() => lecciones.id, { onDelete: 'cascade' }),
    tipo: text().$type<'Enlace' | 'Archivo' | 'Texto' | 'Otro'>().notNull(),
    nombre: text().notNull(),
    texto: text(),
    /** A URL for `Enlace`, a storage key for `Archivo` and `Otro`. */
    ruta: text(),
    /** Media type, detected from the bytes, and size in bytes. */
    formato: text(),
    tamano: integer(),
    orden: integer().notNull(),
  },
  (t) => [
    unique('materiales_orden').on(t.id_leccion, t.orden),
    check('materiales_tipo', sql`${t.tipo} IN ('Enlace', 'Archivo', 'Texto', 'Otro')`),
    check(
      'materiales_contenido',
      sql`CASE WHEN ${t.tipo} = 'Texto' THEN ${t.texto} IS NOT NULL ELSE ${t.ruta} IS NOT NULL END`,
    ),
  ],
)

/** Live sessions. */
/** Students of a course who take it together; an enrolment has at most one. Never deleted, it is closed. */
export const grupos = pgTable(
  'grupos',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_curso: rowId()
      .notNull()
      .references(() => cursos.id, { onDelete: 'cascade' }),
    nombre: text().notNull(),
    /** In words, as buyers read it. */
    horario: text().notNull().default(''),
    inicio: date({ mode: 'string' }),
    fin: date({ mode: 'string' }),
    /** Places; null without a limit. */
    aforo: integer(),
    id_docente: rowId().references(() => usuarios.id),
    /** Whose course is sold for a group alone. */
    en_venta: boolean().notNull().default(false),
    cerrado_en: instant(),
    version: integer().notNull().default(1),
    /** Who made it. */
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id),
    envio: uuid(),
    creado_en: instant().notNull().default(sql`now()`),
  },
  (t) => [
    sentOnce('grupos_envio', t),
    unique('grupos_de_curso').on(t.id_curso, t.id),
    uniqueIndex('grupos_nombre').on(t.id_curso, sql`sin_acentos(${t.nombre})`),
    check('grupos_nombre', sql`char_length(${t.nombre}) BETWEEN 1 AND 80 AND char_length(${t.horario}) <= 120`),
    check('grupos_aforo', sql`${t.aforo} BETWEEN 1 AND 100000`),
    check('grupos_dias', sql`${t.inicio} <= ${t.fin}`),
    check('grupos_venta', sql`NOT (${t.en_venta} AND ${t.cerrado_en} IS NOT NULL)`),
  ],
)

export const sesiones = pgTable(
  'sesiones',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_leccion: rowId()
      .notNull()
      .references(() => lecciones.id, { onDelete: 'cascade' }),
    nombre: text().notNull(),
    inicio: instant().notNull(),
    /** Minutes. */
    duracion: integer().notNull().default(60),
    enlace: text().notNull(),
    orden: integer().notNull(),
    cancelada_en: instant(),
    /** When its lesson or module was hidden, by a trigger. */
    retirada_en: instant(),
    /** As calendars expect, a trigger raises it with every change that they show. */
    secuencia: integer().notNull().default(0),
    /** The moment of that change. */
    cambiada_en: instant().notNull().default(sql`now()`),
    version: integer().notNull().default(1),
    envio: uuid(),
    /** Whose class it is alone; of the lesson's course. */
    id_grupo: rowId().references(() => grupos.id),
    /** By a trigger: calendars of others may still have it. */
    grupo_cambiado_en: instant(),
  },
  (t) => [
    unique('sesiones_envio').on(t.envio, t.inicio),
    unique('sesiones_orden').on(t.id_leccion, t.orden),
    index('sesiones_por_fecha').on(t.inicio),
    index('sesiones_de_grupo').on(t.id_grupo, t.inicio).where(sql`${t.id_grupo} IS NOT NULL`),
    check('sesiones_enlace', sql`${t.enlace} ~ '^https://'`),
  ],
)
