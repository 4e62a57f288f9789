import type { CourseDocument } from '@campus/contract/documents/course'
import { sql } from 'drizzle-orm'
import { type Db, recordset } from '../../platform/db/database.ts'
import { HELD_BACK } from './showing.ts'

export type CourseText = { id: number; documento: CourseDocument; mostrar: boolean }

/** What a half written card does not say stays as it is. */
const cardOf = ({ id, documento, mostrar }: CourseText) => ({
  id,
  mostrar,
  nombre: documento.nombre || null,
  descripcion: documento.descripcion,
  aprenderas: documento.aprenderas,
  nivel: documento.nivel,
  id_categoria: documento.id_categoria,
  horas: documento.horas !== null && documento.horas > 0 ? documento.horas : null,
  fecha_inicio: documento.fecha_inicio,
  imagen: documento.imagen,
  imagen_alt: documento.imagen_alt,
})

const CARD = sql.raw(
  `nombre, descripcion, aprenderas, nivel, id_categoria, horas, fecha_inicio, imagen, imagen_alt, estado`,
)
const NEW_CARD = sql.raw(
  'x.nombre, x.descripcion, x.aprenderas, x.nivel, x.id_categoria, x.horas, x.fecha_inicio, x.imagen, x.imagen_alt, x.estado',
)
const OLD_CARD = sql.raw(
  'c.nombre, c.descripcion, c.aprenderas, c.nivel, c.id_categoria, c.horas, c.fecha_inicio, c.imagen, c.imagen_alt, c.estado',
)

const CARDS = `x(id bigint, mostrar bool, nombre text, descripcion text, aprenderas text[], nivel text,
  id_categoria bigint, horas numeric, fecha_inicio date, imagen text, imagen_alt text)`

async function writeCards(tx: Db, all: CourseText[]): Promise<void> {
  await tx.execute(sql`UPDATE cursos c SET (${CARD}, actualizado_en) = (SELECT ${NEW_CARD}, now())
    FROM (SELECT c.id, coalesce(x.nombre, c.nombre) AS nombre, x.descripcion, x.aprenderas, coalesce(x.nivel, c.nivel) AS nivel,
        coalesce((SELECT k.id FROM categorias k WHERE k.id = x.id_categoria AND k.id_cliente = c.id_cliente), c.id_categoria) AS id_categoria,
        coalesce(x.horas, c.horas) AS horas, x.fecha_inicio, x.imagen, x.imagen_alt,
        CASE WHEN x.mostrar THEN 1 ELSE c.estado END AS estado
      FROM ${recordset(all.map(cardOf), CARDS)}
      JOIN cursos c ON c.id = x.id) x
    WHERE c.id = x.id AND (${OLD_CARD}) IS DISTINCT FROM (${NEW_CARD})`)
}

/** Shows what the outline names, in its order, and hides the rest: students' work refers to it. */
async function writeOutlines(tx: Db, all: CourseText[]): Promise<void> {
  const ids = all.map(({ id }) => id)
  const modules = all.flatMap(({ id, documento }) =>
    documento.modulos.map(({ nombre, horas, ...module }, at) => ({
      id: module.id,
      id_curso: id,
      nombre: nombre || null,
      horas: horas !== null && horas >= 0 ? horas : 0,
      orden: at + 1,
    })),
  )
  const lessons = all.flatMap(({ id, documento }) =>
    documento.modulos.flatMap((module) =>
      module.lecciones.map((leccion, at) => ({ id: leccion, id_curso: id, id_modulo: module.id, orden: at + 1 })),
    ),
  )
  await tx.execute(sql`UPDATE modulos m SET nombre = coalesce(x.nombre, m.nombre), horas = coalesce(x.horas, m.horas),
      orden = coalesce(x.orden, m.orden), activo = x.id IS NOT NULL, espera = false
    FROM modulos m0 LEFT JOIN ${recordset(modules, 'x(id bigint, id_curso bigint, nombre text, horas numeric, orden int)')}
      ON x.id = m0.id AND x.id_curso = m0.id_curso
    WHERE m.id = m0.id AND m0.id_curso = ANY(${sql.param(ids)}::bigint[]) AND (m.nombre, m.horas, m.orden, m.activo, m.espera)
      IS DISTINCT FROM (coalesce(x.nombre, m.nombre), coalesce(x.horas, m.horas), coalesce(x.orden, m.orden), x.id IS NOT NULL, false)`)
  // A key is unique within its module: a lesson that moves takes another one.
  await tx.execute(sql`UPDATE lecciones l SET orden = x.orden, activo = x.activo, espera = x.espera, id_modulo = x.id_modulo,
      clave = CASE WHEN x.id_modulo = l.id_modulo THEN l.clave ELSE gen_random_uuid()::text END
    FROM (SELECT l.id, coalesce(x.orden, l.orden) AS orden, coalesce(x.id_modulo, l.id_modulo) AS id_modulo,
        x.id IS NOT NULL AND NOT ${HELD_BACK} AS activo, x.id IS NOT NULL AND ${HELD_BACK} AS espera
      FROM lecciones l JOIN modulos m ON m.id = l.id_modulo
        LEFT JOIN ${recordset(lessons, 'x(id bigint, id_curso bigint, id_modulo bigint, orden int)')}
          ON x.id = l.id AND x.id_curso = m.id_curso
      WHERE m.id_curso = ANY(${sql.param(ids)}::bigint[])) x
    WHERE l.id = x.id AND (l.orden, l.id_modulo, l.activo, l.espera) IS DISTINCT FROM (x.orden, x.id_modulo, x.activo, x.espera)`)
}

/** Writes cards and outlines, for the editor, the content files and the imports alike. */
export async function writeCourses(tx: Db, all: CourseText[]): Promise<void> {
  if (all.length === 0) return
  // What a hidden course has without content waits, which its card may show.
  await writeOutlines(tx, all)
  await writeCards(tx, all)
}
