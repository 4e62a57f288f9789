import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { decimal, instant } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { clientes } from '../brands/brands.tables.ts'

export const categorias = pgTable(
  'categorias',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_cliente: integer()
      .notNull()
      .references(() => clientes.id),
    nombre: text().notNull(),
    orden: integer().notNull().default(0),
    estado: integer().notNull().default(1),
  },
  (t) => [
    unique('categorias_nombre').on(t.id_cliente, t.nombre),
    check('categorias_estado', sql`${t.estado} IN (0, 1)`),
  ],
)

/** Courses. `clave` is the folder's name in the content format: what makes loading idempotent. Money in céntimos. */
export const cursos = pgTable(
  'cursos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_cliente: integer()
      .notNull()
      .references(() => clientes.id),
    id_categoria: integer()
      .notNull()
      .references(() => categorias.id),
    clave: text().notNull(),
    nombre: text().notNull(),
    descripcion: text().notNull().default(''),
    aprenderas: text().array().notNull().default(sql`'{}'`),
    nivel: text().$type<'Básico' | 'Intermedio' | 'Avanzado'>().notNull(),
    costo_centimos: integer().notNull(),
    /** A real promotion: what it costs until that moment, in a brand with `promociones_reales`. */
    promocion_centimos: integer(),
    promocion_hasta: instant(),
    horas: decimal().notNull(),
    fecha_inicio: date({ mode: 'string' }),
    imagen: text(),
    estado: integer().notNull().default(1),
    creado_en: instant().notNull().default(sql`now()`),
  },
  (t) => [
    unique('cursos_clave').on(t.id_cliente, t.clave),
    index('cursos_activos').on(t.id_cliente, t.estado, t.id),
    index('cursos_por_categoria').on(t.id_categoria),
    check('cursos_nivel', sql`${t.nivel} IN ('Básico', 'Intermedio', 'Avanzado')`),
    check('cursos_costo', sql`${t.costo_centimos} >= 0`),
    check(
      'cursos_promocion',
      sql`(${t.promocion_centimos} IS NULL) = (${t.promocion_hasta} IS NULL) AND (${t.promocion_centimos} IS NULL OR (${t.promocion_centimos} >= 0 AND ${t.promocion_centimos} < ${t.costo_centimos}))`,
    ),
    check('cursos_horas', sql`${t.horas} > 0`),
    check('cursos_estado', sql`${t.estado} IN (0, 1)`),
  ],
)

export const curso_docentes = pgTable(
  'curso_docentes',
  {
    id_curso: integer()
      .notNull()
      .references(() => cursos.id, { onDelete: 'cascade' }),
    id_usuario: integer()
      .notNull()
      .references(() => usuarios.id),
    orden: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.id_curso, t.id_usuario] }), index('cursos_de_docente').on(t.id_usuario)],
)

export const modulos = pgTable(
  'modulos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_curso: integer()
      .notNull()
      .references(() => cursos.id, { onDelete: 'cascade' }),
    clave: text().notNull(),
    nombre: text().notNull(),
    horas: decimal().notNull().default(0),
    orden: integer().notNull(),
    activo: boolean().notNull().default(true),
  },
  (t) => [unique('modulos_clave').on(t.id_curso, t.clave), index('modulos_en_orden').on(t.id_curso, t.orden, t.id)],
)

export const lecciones = pgTable(
  'lecciones',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_modulo: integer()
      .notNull()
      .references(() => modulos.id, { onDelete: 'cascade' }),
    clave: text().notNull(),
    titulo: text().notNull(),
    contenido: text().notNull().default(''),
    /** Minutes that the lesson takes. */
    duracion: integer().notNull().default(0),
    orden: integer().notNull(),
    activo: boolean().notNull().default(true),
  },
  (t) => [
    unique('lecciones_clave').on(t.id_modulo, t.clave),
    index('lecciones_en_orden').on(t.id_modulo, t.orden, t.id),
  ],
)

/** Videos of a lesson. `video` is the provider's own id; the player's address is always rebuilt from it. */
export const archivos = pgTable(
  'archivos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_leccion: integer()
      .notNull()
      .references(() => lecciones.id, { onDelete: 'cascade' }),
    titulo: text().notNull().default(''),
    enlace: text().notNull(),
    tipo_video: text().$type<'youtube' | 'vimeo'>().notNull(),
    video: text().notNull(),
    /** Vimeo's privacy hash of an unlisted video. */
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
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_leccion: integer()
      .notNull()
      .references(() => lecciones.id, { onDelete: 'cascade' }),
    tipo: text().$type<'Enlace' | 'Archivo' | 'Texto' | 'Otro'>().notNull(),
    nombre: text().notNull(),
    texto: text(),
    /** A web address for `Enlace`; a storage key for `Archivo` and `Otro`. */
    ruta: text(),
    /** The file's media type as its bytes show it, and its size in bytes. */
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
export const sesiones = pgTable(
  'sesiones',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_leccion: integer()
      .notNull()
      .references(() => lecciones.id, { onDelete: 'cascade' }),
    nombre: text().notNull(),
    inicio: instant().notNull(),
    /** Minutes. */
    duracion: integer().notNull().default(60),
    enlace: text().notNull(),
    orden: integer().notNull(),
  },
  (t) => [
    unique('sesiones_orden').on(t.id_leccion, t.orden),
    index('sesiones_por_fecha').on(t.inicio),
    check('sesiones_enlace', sql`${t.enlace} ~ '^https://'`),
  ],
)
