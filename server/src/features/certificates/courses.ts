import type { CourseCertificates } from '@campus/contract/certificates'
import { closedByLessonsText } from '@campus/contract/closed-by-lessons'
import type { ClosedByLessons } from '@campus/contract/learning'
import { quoted } from '@campus/contract/texts'
import { and, eq, sql } from 'drizzle-orm'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, isAnyOf, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'
import { ATTEMPT_PERCENT } from '../exams/exams.tables.ts'
import { isEnrolled, listProgress, type ProgressInCourse, requireEnrolment } from '../learning/learning.ts'
import { certificados } from './certificates.tables.ts'
import { toCertificate } from './reading.ts'

type Course = Pick<CourseCertificates, 'id_curso' | 'curso' | 'imagen' | 'horas'>
type Own = typeof certificados.$inferSelect

/** A module or, with `id_modulo` null, the course's final exam, with the student's results. */
type Part = {
  id_curso: number
  id_modulo: number | null
  nombre: string
  id_evaluacion: number | null
  porcentaje: number | null
  aprobado: boolean
  abierto: boolean
  pendiente: boolean
  /** No attempt of any of its exams is left. */
  agotado: boolean
}

/** A certificate outlives the enrolment, so its course is listed too. */
const followed = (identity: Identity) => sql`${cursos.id_cliente} = ${identity.id_cliente} AND (
  EXISTS (SELECT 1 FROM certificados c WHERE c.id_curso = ${cursos}.id AND c.id_usuario = ${identity.id})
  OR ${isEnrolled(identity.id, sql`${cursos}.id`)})`

const coursesWhere = (db: Db, identity: Identity, id?: number): Promise<Course[]> =>
  db
    .select({ id_curso: cursos.id, curso: cursos.nombre, imagen: cursos.imagen, horas: cursos.horas })
    .from(cursos)
    .where(and(followed(identity), id === undefined ? undefined : eq(cursos.id, id)))
    .orderBy(alphabetical(cursos.nombre), cursos.id)

/** Modules in order, then the final exam if there is one. */
async function partsOf(db: Db, identity: Identity, courses: number[]): Promise<Part[]> {
  return query<Part>(
    db,
    sql`WITH exams AS (
      SELECT e.id, e.id_curso, e.id_modulo, e.nombre, coalesce(i.limite > now(), false) AS abierto,
        coalesce(d.intentos >= e.intentos + d.intentos_extra, false) AND i.id IS NULL AS agotado
      FROM evaluaciones e LEFT JOIN detalle_evaluacion d ON d.id_evaluacion = e.id AND d.id_alumno = ${identity.id}
      LEFT JOIN intentos_evaluacion i ON i.id_detalle = d.id AND i.estado = 'abierto'
      WHERE e.id_curso = ANY (${sql.param(courses)}::bigint[]) AND e.modelo = 1 AND e.estado = 1
        AND EXISTS (SELECT 1 FROM preguntas p WHERE p.id_evaluacion = e.id AND p.activo AND p.valor > 0)
    ), grades AS (
      SELECT e.id_curso, e.id_modulo, max(${ATTEMPT_PERCENT}) FILTER (WHERE i.nota IS NOT NULL AND i.nota_maxima > 0) AS porcentaje,
        coalesce(bool_or(i.aprobado), false) AS aprobado, bool_or(i.estado = 'pendiente') AS pendiente
      FROM evaluaciones e
      JOIN detalle_evaluacion d ON d.id_evaluacion = e.id AND d.id_alumno = ${identity.id}
      JOIN intentos_evaluacion i ON i.id_detalle = d.id AND i.estado <> 'abierto'
      WHERE e.id_curso = ANY (${sql.param(courses)}::bigint[]) AND e.modelo = 1
      GROUP BY 1, 2
    ), course_parts AS (
      SELECT m.id_curso, m.id AS id_modulo, m.nombre, m.orden,
        x.id_evaluacion, x.abierto, x.agotado
      FROM modulos m CROSS JOIN LATERAL (SELECT coalesce(min(e.id) FILTER (WHERE e.abierto), min(e.id)) AS id_evaluacion,
          bool_or(e.abierto) AS abierto, bool_and(e.agotado) AS agotado
        FROM exams e WHERE e.id_modulo = m.id) x
      WHERE m.id_curso = ANY (${sql.param(courses)}::bigint[]) AND m.activo
      UNION ALL
      SELECT id_curso, NULL, min(nombre), NULL, min(id), bool_or(abierto), bool_and(agotado) FROM exams WHERE id_modulo IS NULL GROUP BY id_curso
    )
    SELECT p.id_curso, p.id_modulo, p.nombre, p.id_evaluacion, n.porcentaje,
      coalesce(n.aprobado, false) AS aprobado, coalesce(n.pendiente, false) AS pendiente,
      coalesce(p.abierto, false) AS abierto, coalesce(p.agotado, false) AS agotado
    FROM course_parts p LEFT JOIN grades n ON n.id_curso = p.id_curso AND n.id_modulo IS NOT DISTINCT FROM p.id_modulo
    ORDER BY p.id_curso, p.orden NULLS LAST, p.id_modulo`,
  )
}

const closedOf = ({ id_evaluacion }: Part, place: ProgressInCourse | undefined): ClosedByLessons | null =>
  (id_evaluacion !== null && place?.cerrados?.[id_evaluacion]) || null

function missingOf(part: Part, place: ProgressInCourse | undefined): string {
  const exam =
    part.id_modulo === null ? `el examen final ${quoted(part.nombre)}` : `el examen del módulo ${quoted(part.nombre)}`
  if (part.pendiente) return `Esperar la calificación del ${exam.slice(3)}.`
  const closed = closedOf(part, place)
  return closed ? `Aprobar ${exam}. ${closedByLessonsText(closed)}.` : `Aprobar ${exam}.`
}

const isExhausted = ({ agotado, aprobado, pendiente }: Part) => agotado && !aprobado && !pendiente

function missing(parts: Part[], place: ProgressInCourse | undefined): string[] {
  const final = parts.find((part) => part.id_modulo === null)
  if (final?.aprobado) return []
  if (final) return [missingOf(final, place)]
  const withExam = parts.filter((part) => part.id_evaluacion !== null)
  if (withExam.length === 0) return ['Este curso todavía no tiene exámenes.']
  return withExam.filter((part) => !part.aprobado).map((part) => missingOf(part, place))
}

/** What was earned of modules that the course no longer has (docs/product/certificates.md 3.2). */
function withdrawnModules(parts: Part[], own: Own[]): CourseCertificates['modulos'] {
  return own.flatMap((row) => {
    const { id_modulo, modulo, nota } = row
    if (id_modulo === null || parts.some((part) => part.id_modulo === id_modulo)) return []
    return {
      id_modulo,
      nombre: modulo ?? row.curso,
      porcentaje: nota,
      aprobado: true,
      abierto: false,
      pendiente: false,
      id_evaluacion: null,
      sin_intentos: false,
      cerrado_por_lecciones: null,
      retirado: true,
      certificado: toCertificate(row),
    }
  })
}

function toCourse(course: Course, place: ProgressInCourse | undefined, parts: Part[], own: Own[]): CourseCertificates {
  const certificateOf = (idModulo: number | null) => {
    const row = own.find((made) => made.id_modulo === idModulo)
    return row ? toCertificate(row) : null
  }
  const certificado = certificateOf(null)
  return {
    ...course,
    progreso: place?.progreso ?? null,
    siguiente: place?.siguiente ?? null,
    estado_avance: place?.estado_avance ?? null,
    certificado,
    certifica: parts.some((part) => part.id_evaluacion !== null),
    faltan: certificado ? [] : missing(parts, place),
    sin_intentos: certificado ? [] : parts.filter(isExhausted).map((part) => part.nombre),
    modulos: [
      ...parts.flatMap((part) => {
        const { id_curso, agotado, id_modulo, ...module } = part
        if (id_modulo === null) return []
        const certificate = { retirado: false, certificado: certificateOf(id_modulo) }
        const cerrado_por_lecciones = closedOf(part, place)
        return [{ ...module, id_modulo, sin_intentos: isExhausted(part), cerrado_por_lecciones, ...certificate }]
      }),
      ...withdrawnModules(parts, own),
    ],
  }
}

/** One that a lowered grade revoked is to be earned again, as if it had never been. */
const NOT_TO_EARN_AGAIN = sql`${certificados.causa_revocacion} IS DISTINCT FROM 'correccion'`

async function assemble(db: Db, identity: Identity, courses: Course[]): Promise<CourseCertificates[]> {
  if (courses.length === 0) return []
  const ids = courses.map((course) => course.id_curso)
  const parts = await partsOf(db, identity, ids)
  const own = await db
    .select()
    .from(certificados)
    .where(and(eq(certificados.id_usuario, identity.id), isAnyOf(certificados.id_curso, ids), NOT_TO_EARN_AGAIN))
    .orderBy(certificados.id)
  const places = await listProgress(db, { usuario: identity.id })
  return courses.map((course) => {
    const ofCourse = (row: { id_curso: number }) => row.id_curso === course.id_curso
    return toCourse(course, places.find(ofCourse), parts.filter(ofCourse), own.filter(ofCourse))
  })
}

/** docs/product/certificates.md 3.1. */
export async function certificatesByCourse(db: Db, identity: Identity): Promise<CourseCertificates[]> {
  return assemble(db, identity, await coursesWhere(db, identity))
}

/** @throws NO_ENCONTRADO, SIN_MATRICULA without an enrolment or a certificate */
export async function certificatesOfCourse(db: Db, identity: Identity, idCurso: number): Promise<CourseCertificates> {
  const [course] = await coursesWhere(db, identity, idCurso)
  if (!course) await requireEnrolment(db, identity, idCurso)
  const [found] = await assemble(db, identity, course ? [course] : [])
  if (!found) throw fail('NO_ENCONTRADO')
  return found
}
