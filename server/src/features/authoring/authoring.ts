import type { CourseDesk, CourseRow, CoursesQuery } from '@campus/contract/catalogue.staff'
import { EMPTY_LESSON_TEXT } from '@campus/contract/documents/lesson'
import type { Permission } from '@campus/contract/permissions'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Report, stateOf, type Target } from '../../kit/documents/documents.ts'
import { countedRows, type List, listRows } from '../../kit/lists/lists.ts'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import { alphabetical, containsTerms, termsOf } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { LIVE_ENROLMENT } from '../learning/learning.ts'
import { courseDocuments } from './course.document.ts'
import { listUnready } from './showing.ts'

/** @throws NO_ENCONTRADO when unknown, of another brand or out of reach */
export async function requireCourse(tx: Db, identity: Identity, id: number, permission: Permission): Promise<void> {
  const [course] = await query<{ id: number }>(
    tx,
    sql`SELECT c.id FROM cursos c WHERE c.id = ${id} AND c.id_cliente = ${identity.id_cliente}
      AND ${coursesInScope(identity, permission)}`,
  )
  if (!course) throw fail('NO_ENCONTRADO')
}

export const STATE = sql.raw(
  `CASE WHEN c.archivado_en IS NOT NULL THEN 'archivado' WHEN c.estado = 1 THEN 'publicado' ELSE 'oculto' END`,
)

const soles = (column: string) => `round(${column} / 100.0, 2)`

const TEACHERS =
  sql.raw(`(SELECT coalesce(json_agg(json_build_object('id', u.id, 'nombre', u.nombres || ' ' || u.apellidos,
    'foto_perfil', u.foto_perfil) ORDER BY d.orden, u.id), '[]')
  FROM curso_docentes d JOIN usuarios u ON u.id = d.id_usuario WHERE d.id_curso = c.id)`)

/** The live enrolments of course `c`. */
export const LIVE_STUDENTS = sql`FROM matriculas WHERE matriculas.id_curso = c.id AND ${LIVE_ENROLMENT}`

const STUDENTS = sql`(SELECT count(*) ${LIVE_STUDENTS})`

/** Names of the documents of course `c`, itself included. */
const NAMES =
  sql.raw(`(SELECT 'curso:' || c.id UNION ALL SELECT 'evaluacion:' || e.id FROM evaluaciones e WHERE e.id_curso = c.id
  UNION ALL SELECT 'leccion:' || l.id FROM lecciones l JOIN modulos m ON m.id = l.id_modulo WHERE m.id_curso = c.id)`)

const HAS_DRAFT = sql`EXISTS (SELECT 1 FROM borradores b WHERE b.id_cliente = c.id_cliente AND b.objeto IN ${NAMES})`

type Filters = Omit<z.output<typeof CoursesQuery>, 'q' | 'orden' | 'desde'>

const COURSES: List<Filters> = {
  from: sql.raw('cursos c JOIN categorias k ON k.id = c.id_categoria'),
  id: sql.raw('c.id'),
  columns: sql`c.id, c.nombre, c.imagen, ${STATE} AS estado, k.nombre AS categoria, ${TEACHERS} AS docentes,
    (SELECT count(*) FROM lecciones l JOIN modulos m ON m.id = l.id_modulo AND m.activo WHERE m.id_curso = c.id AND l.activo) AS lecciones,
    ${countedRows(LIVE_STUDENTS)} AS alumnos, ${sql.raw(soles('c.costo_centimos'))} AS costo, ${sql.raw(soles('c.promocion_centimos'))} AS promocion,
    c.actualizado_en AS actualizado, ${HAS_DRAFT} AS con_borrador`,
  sorts: {
    nombre: { by: alphabetical(sql.raw('c.nombre')), type: 'text' },
    actualizado: { by: sql.raw('c.actualizado_en'), type: 'timestamptz' },
  },
  defaultSort: '-actualizado',
  search: (q) => containsTerms(sql.raw('c.busqueda'), termsOf(q)),
  filters: {
    estado: (estado) => sql`${STATE} = ${estado}`,
    categoria: (id) => sql`c.id_categoria = ${id}`,
    docente: (id) => sql`EXISTS (SELECT 1 FROM curso_docentes d WHERE d.id_curso = c.id AND d.id_usuario = ${id})`,
    con_borrador: () => HAS_DRAFT,
  },
}

/** Courses `c` that the caller edits. */
export const inReach = (identity: Identity): SQL =>
  sql`c.id_cliente = ${identity.id_cliente} AND ${coursesInScope(identity, 'cursos.editar')}`

export const listStaffCourses = (db: Db, identity: Identity, asked: z.output<typeof CoursesQuery>) =>
  listRows<CourseRow, Filters>(db, COURSES, asked, inReach(identity))

/** The draft `b` of each row. */
const draftOf = (kind: string, row: string) =>
  sql.raw(`LEFT JOIN borradores b ON b.id_cliente = c.id_cliente AND b.objeto = '${kind}:' || ${row}.id`)

/** Of the draft where there is one. */
const newest = (draft: string, published: string) =>
  sql.raw(`CASE WHEN b.objeto IS NULL THEN ${published} ELSE ${draft} END`)

const marks = (kind: string, row: string) =>
  sql.raw(`json_build_object('objeto', '${kind}:' || ${row}.id, 'id', ${row}.id, 'id_curso', c.id, 'nombre', '',
    'activo', ${kind === 'leccion' ? 'l.activo AND m.activo' : 'e.estado = 1'}, 'archivado', c.archivado_en IS NOT NULL,
    'propio', ${row}.nuevo, 'borrador', b.objeto IS NOT NULL,
    'publicada', EXISTS (SELECT 1 FROM versiones v WHERE v.id_cliente = c.id_cliente AND v.objeto = '${kind}:' || ${row}.id
      AND v.motivo = 'publicada'))`)

const parts = (list: string) => `jsonb_array_length(b.documento -> '${list}')`

const LESSONS = sql`(SELECT coalesce(json_agg(t), '[]') FROM (SELECT l.id, l.id_modulo,
    ${newest(`b.documento ->> 'titulo'`, 'l.titulo')} AS titulo,
    ${newest(`coalesce((b.documento ->> 'duracion')::int, 0)`, 'l.duracion')} AS duracion,
    ${newest(`(b.documento ->> 'gratis')::bool`, 'l.gratis')} AS gratis,
    ${newest(parts('videos'), '(SELECT count(*) FROM archivos a WHERE a.id_leccion = l.id)')} AS videos,
    ${newest(parts('materiales'), '(SELECT count(*) FROM materiales x WHERE x.id_leccion = l.id)')} AS materiales,
    (SELECT count(*) FROM sesiones s WHERE s.id_leccion = l.id AND s.cancelada_en IS NULL) AS sesiones,
    regexp_replace(${newest(`b.documento ->> 'contenido'`, 'l.contenido')}, '<[^>]*>|[[:space:]]', '', 'g') = '' AS vacia,
    ${marks('leccion', 'l')} AS marcas
  FROM lecciones l JOIN modulos m ON m.id = l.id_modulo ${draftOf('leccion', 'l')}
  WHERE m.id_curso = c.id ORDER BY m.orden, l.orden, l.id LIMIT 3000) t)`

const DRAFT_POINTS = `(SELECT coalesce(sum((q ->> 'valor')::numeric), 0) FROM jsonb_array_elements(b.documento -> 'preguntas') q)`

const EXAMS = sql`(SELECT coalesce(json_agg(t), '[]') FROM (SELECT e.id,
    ${newest(`(b.documento ->> 'id_modulo')::bigint`, 'e.id_modulo')} AS id_modulo,
    ${newest(`b.documento ->> 'nombre'`, 'e.nombre')} AS nombre,
    CASE WHEN e.modelo = 1 THEN 'examen' ELSE 'encuesta' END AS modelo,
    ${newest(parts('preguntas'), '(SELECT count(*) FROM preguntas p WHERE p.id_evaluacion = e.id AND p.activo)')} AS preguntas,
    ${newest(DRAFT_POINTS, '(SELECT coalesce(sum(p.valor), 0) FROM preguntas p WHERE p.id_evaluacion = e.id AND p.activo)')} AS puntos,
    (SELECT count(*) FROM detalle_evaluacion d JOIN intentos_evaluacion i ON i.id_detalle = d.id AND i.estado = 'abierto'
      WHERE d.id_evaluacion = e.id) AS intentos_abiertos, ${marks('evaluacion', 'e')} AS marcas
  FROM evaluaciones e ${draftOf('evaluacion', 'e')} WHERE e.id_curso = c.id ORDER BY e.id LIMIT 600) t)`

const DRAFTS = sql`(SELECT coalesce(json_agg(t), '[]') FROM (SELECT b.objeto, b.version, b.en,
    coalesce(b.documento ->> 'titulo', b.documento ->> 'nombre', '') AS nombre,
    json_build_object('id', u.id, 'nombre', u.nombres || ' ' || u.apellidos) AS por
  FROM borradores b JOIN usuarios u ON u.id = b.por WHERE b.id_cliente = c.id_cliente AND b.objeto IN ${NAMES}
  ORDER BY b.objeto) t)`

type Marks = Target & { borrador: boolean; publicada: boolean }
type Node<N> = Omit<N, 'estado' | 'avisos'> & { marcas: Marks; vacia: boolean }
type DeskRow = Omit<CourseDesk, 'lecciones' | 'evaluaciones' | 'comprobacion' | 'pendientes'> & {
  lecciones: Node<CourseDesk['lecciones'][number]>[]
  evaluaciones: Node<CourseDesk['evaluaciones'][number]>[]
}

const stateOfNode = ({ marcas }: { marcas: Marks }) => stateOf(marcas, marcas.borrador, marcas.publicada)

/** What publishing the course and its other drafts would say now. */
async function checkNow(db: Db, brand: number, id: number, drafts: string[]): Promise<Report> {
  const objeto = `curso:${id}`
  const [target] = await courseDocuments.find(db, brand, [objeto])
  const [draft] = await query<{ documento: Parameters<typeof courseDocuments.clean>[0] }>(
    db,
    sql`SELECT documento FROM borradores WHERE id_cliente = ${brand} AND objeto = ${objeto}`,
  )
  if (!target) throw fail('NO_ENCONTRADO')
  const documento = draft?.documento ?? (await courseDocuments.read(db, [target])).get(objeto)
  if (!documento) throw fail('NO_ENCONTRADO')
  const written = { target, documento: courseDocuments.clean(documento), primera: false }
  const report = (await courseDocuments.check(db, [written], new Set(drafts))).get(objeto)
  return report ?? { errores: [], avisos: [], efectos: [], recalificar: [] }
}

/** Everything of a course that its documents do not say. @throws NO_ENCONTRADO */
export async function readDesk(db: Db, identity: Identity, id: number): Promise<CourseDesk> {
  const [row] = await query<DeskRow>(
    db,
    sql`SELECT c.id, c.nombre, c.imagen, ${STATE} AS estado, c.version, c.version_precio, ${sql.raw(soles('c.costo_centimos'))} AS costo,
        ${sql.raw(soles('c.promocion_centimos'))} AS promocion, c.promocion_hasta,
        (SELECT b.oferta FROM clientes b WHERE b.id = c.id_cliente) AS oferta, ${TEACHERS} AS docentes, ${STUDENTS} AS alumnos,
        (SELECT count(*) FROM sesiones s JOIN lecciones l ON l.id = s.id_leccion JOIN modulos m ON m.id = l.id_modulo
          WHERE m.id_curso = c.id) AS sesiones,
        (SELECT coalesce(json_agg(json_build_object('id', m.id, 'nombre', m.nombre, 'horas', m.horas, 'activo', m.activo OR m.espera) ORDER BY m.orden, m.id), '[]')
          FROM modulos m WHERE m.id_curso = c.id) AS modulos,
        ${LESSONS} AS lecciones, ${EXAMS} AS evaluaciones, ${DRAFTS} AS borradores,
        (SELECT coalesce(json_agg(json_build_object('id', k.id, 'nombre', k.nombre, 'oculta', k.estado <> 1)
          ORDER BY k.orden, k.id), '[]') FROM categorias k
          WHERE k.id_cliente = c.id_cliente AND (k.estado = 1 OR k.id = c.id_categoria)) AS categorias
      FROM cursos c WHERE c.id = ${id} AND ${inReach(identity)}`,
  )
  if (!row) throw fail('NO_ENCONTRADO')
  const { errores, avisos } = await checkNow(
    db,
    identity.id_cliente,
    id,
    row.borradores.map(({ objeto }) => objeto),
  )
  return {
    ...row,
    lecciones: row.lecciones.map(({ marcas, vacia, ...lesson }) => ({
      ...lesson,
      estado: stateOfNode({ marcas }),
      avisos: vacia && lesson.videos + lesson.materiales + lesson.sesiones === 0 ? [EMPTY_LESSON_TEXT] : [],
    })),
    evaluaciones: row.evaluaciones.map(({ marcas, ...exam }) => ({ ...exam, estado: stateOfNode({ marcas }) })),
    comprobacion: { errores, avisos },
    pendientes: await listUnready(db, [id], { sold: true }),
  }
}
