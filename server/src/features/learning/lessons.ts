import type { LessonFile, Material } from '@campus/contract/catalogue'
import { MAX_LESSON_TEXT, MOST_LESSON_PARTS, MOST_LESSONS } from '@campus/contract/course-limits'
import type { DetailedLesson, Lesson, LessonProgress, ListedLesson } from '@campus/contract/learning'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { preparedQuery } from '../../platform/db/prepared.ts'
import { query } from '../../platform/db/query.ts'
import type { Signer } from '../../platform/files/signing.ts'
import { shownHtml } from '../../platform/html.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { progreso_lecciones } from './learning.tables.ts'
import { isEnrolled, requireLesson, requireModule, requireStudentOfLesson } from './learning.ts'
import { withAddresses } from './materials.ts'
import { done, evaluationCards, LESSON_ORDER, LESSONS_OF_COURSE, SESSION_COLUMNS } from './pieces.ts'

const FILES = sql`(SELECT coalesce(json_agg(t), '[]') FROM (SELECT f.id, f.titulo, f.enlace, f.tipo_video, f.video, f.video_hash
  FROM archivos f WHERE f.id_leccion = l.id ORDER BY f.orden LIMIT ${MOST_LESSON_PARTS}) t)`
const MATERIALS = sql`(SELECT coalesce(json_agg(t), '[]') FROM (SELECT x.id, x.tipo, x.nombre,
    CASE WHEN sum(length(x.texto)) OVER (ORDER BY x.orden) <= ${MAX_LESSON_TEXT} THEN x.texto END AS texto,
    x.ruta, x.formato, x.tamano
  FROM materiales x WHERE x.id_leccion = l.id ORDER BY x.orden LIMIT ${MOST_LESSON_PARTS}) t)`
const SESSIONS = sql`(SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${SESSION_COLUMNS} FROM sesiones s
  WHERE s.id_leccion = l.id ORDER BY s.inicio LIMIT ${MOST_LESSON_PARTS}) t)`
const LESSON = sql.raw(`l.id, l.id_modulo, l.titulo, l.duracion,
  json_build_object('id', mo.id, 'id_curso', mo.id_curso, 'nombre', mo.nombre) AS modulo`)

/** The lessons before and after this one among all of the course. */
const neighbours = (id: number) => sql`(SELECT t.vecinas FROM (
  SELECT l.id, json_build_object(
    'anterior', lag(json_build_object('id', l.id, 'id_modulo', mo.id, 'titulo', l.titulo)) OVER orden,
    'siguiente', lead(json_build_object('id', l.id, 'id_modulo', mo.id, 'titulo', l.titulo)) OVER orden) AS vecinas
  FROM ${LESSONS_OF_COURSE} WINDOW orden AS (ORDER BY ${LESSON_ORDER})) t WHERE t.id = ${id})`

/** The lessons of module `mo` with the student's ticks. */
const lessonItems = (usuario: number) => sql`(SELECT coalesce(json_agg(t), '[]') FROM (
  SELECT l.id, l.titulo, l.duracion, ${done(usuario)} AS completada FROM lecciones l
  WHERE l.id_modulo = mo.id AND l.activo ORDER BY l.orden, l.id LIMIT ${MOST_LESSONS}) t)`

type Row = Omit<DetailedLesson, 'anterior' | 'siguiente'> & {
  vecinas: Pick<DetailedLesson, 'anterior' | 'siguiente'>
  reciente: boolean
}

const detailedLesson = (db: Db, usuario: number, id: number) =>
  preparedQuery<Row>(
    db,
    'leccion_detallada',
    sql`SELECT ${LESSON}, l.contenido, json_build_object('id', c.id, 'nombre', c.nombre) AS curso,
      ${FILES} AS archivos, ${MATERIALS} AS materiales, ${SESSIONS} AS sesiones, ${lessonItems(usuario)} AS lecciones,
      ${done(usuario)} AS completada, coalesce(v.segundo, 0) AS segundo,
      (SELECT to_json(a) FROM asistencias a WHERE a.usuario_id = ${usuario} AND a.leccion_id = l.id) AS asistencia,
      ${neighbours(id)} AS vecinas,
      ${evaluationCards(usuario, sql`e.id_modulo = mo.id`, isEnrolled(usuario, sql.raw('c.id')))} AS evaluaciones,
      coalesce((SELECT p.id_leccion = l.id AND p.visto_en > now() - interval '1 minute' FROM progreso_lecciones p
        WHERE p.id_usuario = ${usuario} ORDER BY p.visto_en DESC LIMIT 1), false) AS reciente
    FROM lecciones l JOIN modulos mo ON mo.id = l.id_modulo JOIN cursos c ON c.id = mo.id_curso
    LEFT JOIN progreso_lecciones v ON v.id_usuario = ${usuario} AND v.id_leccion = l.id WHERE l.id = ${id}`,
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

/**
 * Everything that the lesson's screen shows. For a student it also remembers that the lesson was seen, at most once a minute; when that
 * write fails the lesson is shown all the same. A prefetch (`ahead`) marks nothing.
 * @throws NO_ENCONTRADO, SIN_MATRICULA
 */
export async function readLesson(
  db: Db,
  signer: Signer,
  identity: Identity,
  id: number,
  { ahead, warn }: { ahead: boolean; warn: (error: unknown) => void },
): Promise<DetailedLesson> {
  const { enrolled } = await requireLesson(db, identity, id)
  const [row] = await detailedLesson(db, identity.id, id)
  if (!row) throw fail('NO_ENCONTRADO')
  const { vecinas, reciente, ...lesson } = row
  if (enrolled && !reciente && !ahead) await markSeen(db, identity.id, id).catch(warn)
  const contenido = shownHtml(lesson.contenido)
  return { ...lesson, ...vecinas, contenido, materiales: withAddresses(signer, lesson.materiales) }
}

/** A lesson's heading. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function findLesson(db: Db, identity: Identity, id: number): Promise<Lesson> {
  await requireLesson(db, identity, id)
  const [lesson] = await query<Lesson>(
    db,
    sql`SELECT ${LESSON} FROM lecciones l JOIN modulos mo ON mo.id = l.id_modulo WHERE l.id = ${id}`,
  )
  if (!lesson) throw fail('NO_ENCONTRADO')
  return lesson
}

/** A module's lessons in order, with the student's ticks. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function listLessons(db: Db, identity: Identity, idModulo: number): Promise<ListedLesson[]> {
  await requireModule(db, identity, idModulo)
  return query<ListedLesson>(
    db,
    sql`SELECT ${LESSON}, ${done(identity.id)} AS completada FROM lecciones l JOIN modulos mo ON mo.id = l.id_modulo
      WHERE mo.id = ${idModulo} AND l.activo ORDER BY ${LESSON_ORDER} LIMIT ${MOST_LESSONS}`,
  )
}

/** A lesson's videos, in order. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function listFiles(db: Db, identity: Identity, idLeccion: number): Promise<LessonFile[]> {
  await requireLesson(db, identity, idLeccion)
  const [row] = await query<{ lista: LessonFile[] }>(
    db,
    sql`SELECT ${FILES} AS lista FROM lecciones l WHERE l.id = ${idLeccion}`,
  )
  return row?.lista ?? []
}

/** A lesson's materials, in order, files with their signed address. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function listMaterials(db: Db, signer: Signer, identity: Identity, id: number): Promise<Material[]> {
  await requireLesson(db, identity, id)
  const [row] = await query<{ lista: Material[] }>(
    db,
    sql`SELECT ${MATERIALS} AS lista FROM lecciones l WHERE l.id = ${id}`,
  )
  return withAddresses(signer, row?.lista ?? [])
}

/**
 * Saves the player's second and the mark "done"; what is not sent stays. A closed attendance keeps a lesson done whatever the mark says
 * (contract section 4, "Progress").
 * @throws NO_ENCONTRADO, SIN_MATRICULA
 */
export async function saveProgress(
  db: Db,
  identity: Identity,
  id: number,
  { segundo, completada }: { segundo?: number; completada?: boolean },
): Promise<LessonProgress> {
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
  const [progress] = await query<LessonProgress>(
    db,
    sql`SELECT v.segundo, ${done(identity.id)} AS completada FROM lecciones l
      JOIN progreso_lecciones v ON v.id_leccion = l.id AND v.id_usuario = ${identity.id} WHERE l.id = ${id}`,
  )
  if (!progress) throw fail('NO_ENCONTRADO')
  return progress
}
