import type { DuplicateBody } from '@campus/contract/catalogue.staff'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import type { Identity } from '../../platform/http/http.ts'
import { audit } from '../audit/audit.ts'
import { copyExams } from '../exams/exams.ts'
import { requireCourse } from './catalogue.staff.ts'

/** The published lessons of a course and their copies, found again by their keys. */
const pairs = (from: number, to: number) => sql`(SELECT l.id AS old, k.id AS new FROM modulos m
  JOIN lecciones l ON l.id_modulo = m.id AND l.activo
  JOIN modulos n ON n.id_curso = ${to} AND n.clave = m.clave JOIN lecciones k ON k.id_modulo = n.id AND k.clave = l.clave
  WHERE m.id_curso = ${from} AND m.activo)`

/** Lessons with their videos and materials, whose files both share. */
async function copyOutline(tx: Db, from: number, to: number): Promise<void> {
  await tx.execute(sql`INSERT INTO modulos (id_curso, clave, nombre, horas, orden)
    SELECT ${to}, clave, nombre, horas, orden FROM modulos WHERE id_curso = ${from} AND activo ORDER BY orden, id`)
  await tx.execute(sql`INSERT INTO lecciones (id_modulo, clave, titulo, contenido, duracion, gratis, orden)
    SELECT n.id, l.clave, l.titulo, l.contenido, l.duracion, l.gratis, l.orden FROM modulos m
    JOIN lecciones l ON l.id_modulo = m.id AND l.activo JOIN modulos n ON n.id_curso = ${to} AND n.clave = m.clave
    WHERE m.id_curso = ${from} AND m.activo ORDER BY m.orden, m.id, l.orden, l.id`)
  await tx.execute(sql`INSERT INTO archivos (id_leccion, titulo, enlace, tipo_video, video, video_hash, orden)
    SELECT p.new, a.titulo, a.enlace, a.tipo_video, a.video, a.video_hash, a.orden
    FROM ${pairs(from, to)} p JOIN archivos a ON a.id_leccion = p.old`)
  await tx.execute(sql`INSERT INTO materiales (id_leccion, tipo, nombre, texto, ruta, formato, tamano, orden)
    SELECT p.new, x.tipo, x.nombre, x.texto, x.ruta, x.formato, x.tamano, x.orden
    FROM ${pairs(from, to)} p JOIN materiales x ON x.id_leccion = p.old`)
}

/**
 * A hidden course with what is published of another: card, lessons and exams without their dates, at its regular price.
 * People, live classes and drafts stay behind. A repeated request finds the copy of the first.
 * @throws NO_ENCONTRADO
 */
export async function duplicateCourse(db: Db, identity: Identity, id: number, body: z.output<typeof DuplicateBody>) {
  const { nombre, envio } = body
  return db.transaction(async (tx) => {
    await requireCourse(tx, identity, id, 'catalogo')
    const [made] = await query<{ id: number; nombre: string; nuevo: boolean }>(
      tx,
      sql`INSERT INTO cursos (id_cliente, id_categoria, clave, nombre, descripcion, aprenderas, nivel, costo_centimos, horas,
          imagen, imagen_alt, orden, estado)
        SELECT id_cliente, id_categoria, 'n-' || ${envio}::text, coalesce(${nombre ?? null}::text, left(nombre, 192) || ' (copia)'),
          descripcion, aprenderas, nivel, costo_centimos, horas, imagen, imagen_alt, orden, 0 FROM cursos WHERE id = ${id}
        ON CONFLICT (id_cliente, clave) DO UPDATE SET clave = excluded.clave RETURNING id, nombre, xmax = 0 AS nuevo`,
    )
    if (!made) throw new Error('the copy was not inserted')
    if (made.nuevo) {
      await copyOutline(tx, id, made.id)
      await copyExams(tx, id, made.id, pairs(id, made.id))
      const detalle = { hecho: 'duplicado', nombre: made.nombre, de: id }
      await audit(tx, 'gestion', { objeto: `curso:${made.id}`, detalle })
    }
    return { id: made.id }
  })
}
