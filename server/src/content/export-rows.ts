import { sql } from 'drizzle-orm'
import { type Db, query } from '../platform/db/database.ts'

export type SessionRow = {
  id_leccion: number
  nombre: string
  /** In Lima. */
  fecha: string
  hora_inicio: string
  duracion: number
  enlace: string
}

/** What no document of a course says; only what is shown. */
export type CourseRow = {
  id: number
  clave: string
  nombre: string
  categoria: string
  publicado: boolean
  costo: number
  promocion: number | null
  promocion_hasta: string | null
  /** Mails, in order. */
  docentes: string[]
  modulos: { id: number; clave: string; nombre: string; lecciones: { id: number; clave: string; nombre: string }[] }[]
  evaluaciones: { id: number; clave: string; id_modulo: number | null }[]
  sesiones: SessionRow[]
}

/** Hidden courses that were never published are drafts. */
const DRAFT = sql.raw(`(c.estado = 0 AND c.nuevo AND NOT EXISTS (SELECT 1 FROM versiones v
  WHERE v.id_cliente = c.id_cliente AND v.objeto = 'curso:' || c.id AND v.motivo = 'publicada'))`)

/** Those who left only where a course has no other. */
const TEACHERS =
  sql.raw(`(SELECT u.id, u.correo, d.id_curso, d.orden FROM curso_docentes d JOIN usuarios u ON u.id = d.id_usuario
  WHERE u.estado = 1 OR NOT EXISTS (SELECT 1 FROM curso_docentes o JOIN usuarios p ON p.id = o.id_usuario AND p.estado = 1
    WHERE o.id_curso = d.id_curso))`)

type Listed = { id: number; clave: string; nombre: string; fuera: 'archivado' | 'sin_publicar' | 'sin_docente' | null }

/** Every course of a brand, or the one, with why it stays out. */
export const coursesOf = (tx: Db, brand: number, only: number | null) =>
  query<Listed>(
    tx,
    sql`SELECT c.id, c.clave, c.nombre, CASE WHEN c.archivado_en IS NOT NULL THEN 'archivado' WHEN ${DRAFT} THEN 'sin_publicar'
        WHEN NOT EXISTS (SELECT 1 FROM curso_docentes d WHERE d.id_curso = c.id) THEN 'sin_docente' END AS fuera
      FROM cursos c WHERE c.id_cliente = ${brand} AND (${only}::bigint IS NULL OR c.id = ${only}) ORDER BY c.id`,
  )

/** Of a course that may be gone by now. */
export async function courseRow(tx: Db, id: number): Promise<CourseRow | undefined> {
  const [row] = await query<CourseRow>(
    tx,
    sql`SELECT c.id, c.clave, c.nombre, k.nombre AS categoria, c.estado = 1 AS publicado,
        round(c.costo_centimos / 100.0, 2) AS costo, round(c.promocion_centimos / 100.0, 2) AS promocion, c.promocion_hasta,
        (SELECT coalesce(json_agg(lower(t.correo) ORDER BY t.orden, t.id), '[]') FROM ${TEACHERS} t WHERE t.id_curso = c.id) AS docentes,
        (SELECT coalesce(json_agg(json_build_object('id', m.id, 'clave', m.clave, 'nombre', m.nombre, 'lecciones',
          (SELECT coalesce(json_agg(json_build_object('id', l.id, 'clave', l.clave, 'nombre', l.titulo) ORDER BY l.orden, l.id), '[]')
            FROM lecciones l WHERE l.id_modulo = m.id AND l.activo)) ORDER BY m.orden, m.id), '[]')
          FROM modulos m WHERE m.id_curso = c.id AND m.activo) AS modulos,
        (SELECT coalesce(json_agg(json_build_object('id', e.id, 'clave', e.clave, 'id_modulo', e.id_modulo) ORDER BY e.id), '[]')
          FROM evaluaciones e LEFT JOIN modulos m ON m.id = e.id_modulo WHERE e.id_curso = c.id AND coalesce(m.activo, true)
            AND EXISTS (SELECT 1 FROM preguntas p WHERE p.id_evaluacion = e.id AND p.activo)) AS evaluaciones,
        (SELECT coalesce(json_agg(json_build_object('id_leccion', s.id_leccion, 'nombre', s.nombre,
            'fecha', to_char(s.inicio AT TIME ZONE 'America/Lima', 'YYYY-MM-DD'),
            'hora_inicio', to_char(s.inicio AT TIME ZONE 'America/Lima', 'HH24:MI'), 'duracion', s.duracion, 'enlace', s.enlace)
            ORDER BY s.orden), '[]')
          FROM sesiones s JOIN lecciones l ON l.id = s.id_leccion JOIN modulos m ON m.id = l.id_modulo
          WHERE m.id_curso = c.id AND s.cancelada_en IS NULL) AS sesiones
      FROM cursos c JOIN categorias k ON k.id = c.id_categoria WHERE c.id = ${id}`,
  )
  return row
}

export type TeacherRow = {
  correo: string
  nombres: string
  apellidos: string
  profesion: string | null
  foto: string | null
  biografia: string | null
}

/** What their courses show of them. */
export const teachersOf = (tx: Db, courses: number[]) =>
  query<TeacherRow>(
    tx,
    sql`SELECT lower(u.correo) AS correo, u.nombres, u.apellidos, u.profesion, u.foto_perfil AS foto, u.biography AS biografia
      FROM usuarios u WHERE u.id IN (SELECT t.id FROM ${TEACHERS} t WHERE t.id_curso = ANY(${sql.param(courses)}::bigint[]))
      ORDER BY u.id`,
  )

/** Names of shown prompt topics, in their order. */
export const topicsOf = async (tx: Db, brand: number): Promise<string[]> => {
  const rows = await query<{ objeto: string }>(
    tx,
    sql`SELECT 'tema:' || id AS objeto FROM temas_prompt WHERE id_cliente = ${brand} AND estado = 1 ORDER BY orden, id`,
  )
  return rows.map(({ objeto }) => objeto)
}

/** Categories that the shop shows, and those of hidden ones that a course still has. */
export const categoriesOf = (tx: Db, brand: number, courses: number[]) =>
  query<{ nombre: string }>(
    tx,
    sql`SELECT k.nombre FROM categorias k WHERE k.id_cliente = ${brand}
        AND (k.estado = 1 OR k.id IN (SELECT c.id_categoria FROM cursos c WHERE c.id = ANY(${sql.param(courses)}::bigint[])))
      ORDER BY k.estado DESC, k.orden, k.id`,
  )
