import type { LessonFile, Material } from '@campus/contract/catalogue'
import { MAX_LESSON_PARTS, MAX_LESSON_TEXT, MAX_LESSONS } from '@campus/contract/course-limits'
import type {
  CompletedLesson,
  DetailedLesson,
  FreeLesson,
  Lesson,
  LessonProgress,
  ListedLesson,
} from '@campus/contract/learning'
import { type SQL, sql } from 'drizzle-orm'
import { shownHtml } from '../../kit/html/html.ts'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { argument, CALLER, type Caller } from '../../platform/db/prepared.ts'
import { fail } from '../../platform/failures.ts'
import type { Signer } from '../../platform/files/signing.ts'
import type { Identity } from '../../platform/http/http.ts'
import { pointsToShow } from '../awards/awards.ts'
import { courseVisible, TEACHERS_OF_COURSE, type Visit } from '../catalogue/catalogue.ts'
import { groupIn, seesClass } from '../groups/groups.ts'
import { preparedWithProgress, progressTable } from '../progress/progress.ts'
import { closeOpenAttendance } from './attendance.ts'
import { done, evaluationCards, FILES, LESSON_ORDER, LESSONS_OF_COURSE, SESSION_COLUMNS } from './course-parts.ts'
import { progreso_lecciones } from './learning.tables.ts'
import {
  ACCESS,
  type CourseAccess,
  checkAccess,
  followed,
  isEnrolled,
  requireLesson,
  requireModule,
  requireStudentOfLesson,
} from './learning.ts'
import { withSignedUrls } from './materials.ts'
import { findWeek } from './momentum.ts'

const MATERIALS = sql`(SELECT coalesce(json_agg(t), '[]') FROM (SELECT x.id, x.tipo, x.nombre,
    CASE WHEN sum(length(x.texto)) OVER (ORDER BY x.orden) <= ${MAX_LESSON_TEXT} THEN x.texto END AS texto,
    x.ruta, x.formato, x.tamano
  FROM materiales x WHERE x.id_leccion = l.id ORDER BY x.orden LIMIT ${MAX_LESSON_PARTS}) t)`
/** The staff's are all of them. */
const SESSIONS = sql`(SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${SESSION_COLUMNS} FROM sesiones s
  WHERE s.id_leccion = l.id AND (${seesClass(groupIn(CALLER.id, sql.raw('c.id')))} OR ${coursesInScope(CALLER, 'cursos.editar')})
  ORDER BY s.inicio LIMIT ${MAX_LESSON_PARTS}) t)`
const LESSON = sql.raw(`l.id, l.id_modulo, l.titulo, l.duracion,
  json_build_object('id', mo.id, 'id_curso', mo.id_curso, 'nombre', mo.nombre) AS modulo`)

const neighbours = (id: SQL) => sql`(SELECT t.vecinas FROM (
  SELECT l.id, json_build_object(
    'anterior', lag(json_build_object('id', l.id, 'id_modulo', mo.id, 'titulo', l.titulo)) OVER sequence,
    'siguiente', lead(json_build_object('id', l.id, 'id_modulo', mo.id, 'titulo', l.titulo)) OVER sequence) AS vecinas
  FROM ${LESSONS_OF_COURSE} WINDOW sequence AS (ORDER BY ${LESSON_ORDER})) t WHERE t.id = ${id})`

const lessonItems = (usuario: SQL) => sql`(SELECT coalesce(json_agg(t), '[]') FROM (
  SELECT l.id, l.titulo, l.duracion, l.gratis, ${done(usuario)} AS completada FROM lecciones l
  WHERE l.id_modulo = mo.id AND l.activo ORDER BY l.orden, l.id LIMIT ${MAX_LESSONS}) t)`

type Row = {
  acceso: CourseAccess
  vecinas: Pick<DetailedLesson, 'anterior' | 'siguiente'>
  reciente: boolean
} & Omit<DetailedLesson, 'anterior' | 'siguiente'>

const ME = CALLER.id
const ID = argument('leccion')

const detailedLesson = preparedWithProgress<Row, Caller & { leccion: number }>(
  sql`SELECT (SELECT to_json(a) FROM (SELECT ${ACCESS}) a) AS acceso, ${LESSON}, l.contenido,
      json_build_object('id', c.id, 'nombre', c.nombre, 'imagen', c.imagen, 'siguiente', p.siguiente,
        'estado_avance', p.estado_avance, 'codigo_certificado', p.codigo_certificado) AS curso,
      ${TEACHERS_OF_COURSE} AS docentes,
      (SELECT count(*) FROM comentarios k WHERE k.id_leccion = l.id AND k.eliminado_en IS NULL) AS comentarios,
      ${FILES} AS archivos, ${MATERIALS} AS materiales, ${SESSIONS} AS sesiones, ${lessonItems(ME)} AS lecciones,
      ${done(ME)} AS completada, coalesce(v.segundo, 0) AS segundo,
      (SELECT to_json(a) FROM asistencias a WHERE a.usuario_id = ${ME} AND a.leccion_id = l.id) AS asistencia,
      ${neighbours(ID)} AS vecinas,
      ${evaluationCards(ME, sql`e.id_modulo = mo.id`, isEnrolled(ME, sql.raw('c.id')))} AS evaluaciones,
      coalesce((SELECT p.id_leccion = l.id AND p.visto_en > now() - interval '1 minute' FROM progreso_lecciones p
        WHERE p.id_usuario = ${ME} ORDER BY p.visto_en DESC LIMIT 1), false) AS reciente
    FROM lecciones l JOIN modulos mo ON mo.id = l.id_modulo JOIN cursos c ON c.id = mo.id_curso
    LEFT JOIN progreso_lecciones v ON v.id_usuario = ${ME} AND v.id_leccion = l.id
    LEFT JOIN LATERAL ${progressTable(ME, sql`SELECT c.id WHERE ${isEnrolled(ME, sql.raw('c.id'))}`)} p ON true
    WHERE l.id = ${ID} AND l.activo AND mo.activo`,
  sql`${followed(ME)} AND matriculas.id_curso = (SELECT mo.id_curso FROM lecciones l JOIN modulos mo ON mo.id = l.id_modulo WHERE l.id = ${ID})`,
)

async function markSeen(db: Db, id_usuario: number, id_leccion: number): Promise<void> {
  await db
    .insert(progreso_lecciones)
    .values({ id_usuario, id_leccion })
    .onConflictDoUpdate({
      target: [progreso_lecciones.id_usuario, progreso_lecciones.id_leccion],
      set: { visto_en: sql`now()` },
    })
}

/** Marks the lesson as seen once a minute at most, never on a prefetch. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function readLesson(
  db: Db,
  signer: Signer,
  identity: Identity,
  id: number,
  { prefetch, warn }: { prefetch: boolean; warn: (error: unknown) => void },
): Promise<DetailedLesson> {
  const [row] = await detailedLesson(db, { ...identity, leccion: id })
  if (!row) throw fail('NO_ENCONTRADO')
  const { acceso, vecinas, reciente, ...lesson } = row
  checkAccess(acceso)
  if (acceso.enrolled && !reciente && !prefetch) await markSeen(db, identity.id, id).catch(warn)
  const contenido = shownHtml(lesson.contenido)
  return { ...lesson, ...vecinas, contenido, materiales: withSignedUrls(signer, lesson.materiales) }
}

/** While course, module and lesson are published and the lesson is free: no materials, comments or progress. @throws NO_ENCONTRADO */
export async function readFreeLesson(db: Db, visit: Visit, id: number): Promise<FreeLesson> {
  const [lesson] = await query<FreeLesson>(
    db,
    sql`SELECT l.id, l.id_modulo, l.titulo, l.duracion, l.contenido, ${FILES} AS archivos,
        json_build_object('id', c.id, 'nombre', c.nombre, 'imagen', c.imagen, 'id_cliente', c.id_cliente) AS curso,
        (SELECT coalesce(json_agg(json_build_object('id', m.id, 'nombre', m.nombre, 'lecciones',
            (SELECT coalesce(json_agg(json_build_object('id', x.id, 'titulo', x.titulo, 'duracion', x.duracion, 'gratis', x.gratis)
              ORDER BY x.orden, x.id), '[]') FROM lecciones x WHERE x.id_modulo = m.id AND x.activo)) ORDER BY m.orden, m.id), '[]')
          FROM modulos m WHERE m.id_curso = c.id AND m.activo
            AND EXISTS (SELECT 1 FROM lecciones x WHERE x.id_modulo = m.id AND x.activo)) AS modulos
      FROM lecciones l JOIN modulos mo ON mo.id = l.id_modulo AND mo.activo JOIN cursos c ON c.id = mo.id_curso
      WHERE l.id = ${id} AND l.activo AND l.gratis AND c.estado = 1 AND ${courseVisible(visit)}`,
  )
  if (!lesson) throw fail('NO_ENCONTRADO')
  return { ...lesson, contenido: shownHtml(lesson.contenido) }
}

/** @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function findLesson(db: Db, identity: Identity, id: number): Promise<Lesson> {
  await requireLesson(db, identity, id)
  const [lesson] = await query<Lesson>(
    db,
    sql`SELECT ${LESSON} FROM lecciones l JOIN modulos mo ON mo.id = l.id_modulo WHERE l.id = ${id}`,
  )
  if (!lesson) throw fail('NO_ENCONTRADO')
  return lesson
}

/** @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function listLessons(db: Db, identity: Identity, idModulo: number): Promise<ListedLesson[]> {
  await requireModule(db, identity, idModulo)
  return query<ListedLesson>(
    db,
    sql`SELECT ${LESSON}, ${done(identity.id)} AS completada FROM lecciones l JOIN modulos mo ON mo.id = l.id_modulo
      WHERE mo.id = ${idModulo} AND l.activo ORDER BY ${LESSON_ORDER} LIMIT ${MAX_LESSONS}`,
  )
}

/** @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function listFiles(db: Db, identity: Identity, idLeccion: number): Promise<LessonFile[]> {
  await requireLesson(db, identity, idLeccion)
  const [row] = await query<{ lista: LessonFile[] }>(
    db,
    sql`SELECT ${FILES} AS lista FROM lecciones l WHERE l.id = ${idLeccion}`,
  )
  return row?.lista ?? []
}

/** Materials with signed URLs. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function listMaterials(db: Db, signer: Signer, identity: Identity, id: number): Promise<Material[]> {
  await requireLesson(db, identity, id)
  const [row] = await query<{ lista: Material[] }>(
    db,
    sql`SELECT ${MATERIALS} AS lista FROM lecciones l WHERE l.id = ${id}`,
  )
  return withSignedUrls(signer, row?.lista ?? [])
}

type ProgressChange = { segundo?: number; completada?: boolean }

async function storeProgress(db: Db, identity: Identity, id: number, { segundo, completada }: ProgressChange) {
  await requireStudentOfLesson(db, identity, id)
  const { completada_en } = progreso_lecciones
  const now = sql`now()`
  await db
    .insert(progreso_lecciones)
    .values({ id_usuario: identity.id, id_leccion: id, segundo, completada_en: completada ? now : null })
    .onConflictDoUpdate({
      target: [progreso_lecciones.id_usuario, progreso_lecciones.id_leccion],
      set: {
        visto_en: now,
        segundo,
        ...(completada !== undefined && { completada_en: completada ? sql`coalesce(${completada_en}, now())` : null }),
      },
    })
  const [progress] = await query<Omit<LessonProgress, 'ritmo'>>(
    db,
    sql`SELECT v.segundo, ${done(identity.id)} AS completada FROM lecciones l
      JOIN progreso_lecciones v ON v.id_leccion = l.id AND v.id_usuario = ${identity.id} WHERE l.id = ${id}`,
  )
  if (!progress) throw fail('NO_ENCONTRADO')
  return progress
}

/** Omitted fields stay (docs/product/learning.md 5.5). @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function saveProgress(
  db: Db,
  identity: Identity,
  id: number,
  change: ProgressChange,
): Promise<LessonProgress> {
  const progress = await storeProgress(db, identity, id, change)
  return { ...progress, ritmo: change.completada ? await findWeek(db, identity.id) : null }
}

const STUDENT = argument('usuario')
const COURSE = argument('curso')

const nextPiece = preparedWithProgress<Pick<CompletedLesson, 'siguiente'>, { usuario: number; curso: number }>(
  sql`SELECT p.siguiente FROM ${progressTable(STUDENT, sql`SELECT ${COURSE}::bigint`)} p`,
  sql`SELECT ${STUDENT}::bigint, ${COURSE}::bigint`,
)

/**
 * *Completar y seguir*: marks the lesson as done, closes an open attendance and returns where to go on
 * (docs/product/learning.md 5.11). Idempotent.
 * @throws NO_ENCONTRADO, SIN_MATRICULA
 */
export async function completeLesson(db: Db, identity: Identity, id: number): Promise<CompletedLesson> {
  const { id_curso } = await requireStudentOfLesson(db, identity, id)
  const done = await db.transaction(async (tx) => {
    await storeProgress(tx, identity, id, { completada: true })
    const asistencia = await closeOpenAttendance(tx, identity.id, id)
    return { asistencia, puntos: await pointsToShow(tx, identity.id) }
  })
  const ritmo = await findWeek(db, identity.id)
  const [next] = await nextPiece(db, { usuario: identity.id, curso: id_curso })
  return { completada: true, ...done, siguiente: next?.siguiente ?? null, ritmo }
}
