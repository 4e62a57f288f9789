import type { LessonFile, Material } from '@campus/contract/catalogue'
import { MAX_LESSON_TEXT, MOST_LESSON_PARTS, MOST_LESSONS } from '@campus/contract/course-limits'
import type { DetailedLesson, Lesson, LessonProgress, ListedLesson } from '@campus/contract/learning'
import { sql } from 'drizzle-orm'
import { type Db, hot, hotRows } from '../../platform/db/database.ts'
import type { Signer } from '../../platform/files/signing.ts'
import { shownHtml } from '../../platform/html.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { progreso_lecciones } from './learning.tables.ts'
import {
  accessValues,
  type CourseAccess,
  checkAccess,
  courseAccess,
  ME,
  requireLesson,
  requireModule,
  requireStudentOfLesson,
} from './learning.ts'
import { withAddresses } from './materials.ts'
import { DONE, ENROLLED, evaluationCards, LESSON_ORDER, LESSONS_OF_COURSE, SESSION_COLUMNS } from './pieces.ts'

const ACCESS = sql`LATERAL (SELECT cursos.id AS id_curso, ${courseAccess.visible} AS visible, ${courseAccess.staff} AS staff,
  ${courseAccess.enrolled} AS enrolled FROM cursos WHERE cursos.id = mo.id_curso OFFSET 0) acceso`
const ALLOWED = sql.raw('acceso.visible AND (acceso.staff OR acceso.enrolled)')
const ID = sql`${sql.placeholder('id')}::int`

const FILES =
  sql.raw(`(SELECT coalesce(json_agg(t), '[]') FROM (SELECT f.id, f.titulo, f.enlace, f.tipo_video, f.video, f.video_hash
  FROM archivos f WHERE f.id_leccion = l.id ORDER BY f.orden LIMIT ${MOST_LESSON_PARTS}) t)`)
const MATERIALS = sql.raw(`(SELECT coalesce(json_agg(t), '[]') FROM (SELECT x.id, x.tipo, x.nombre,
  CASE WHEN sum(length(x.texto)) OVER (ORDER BY x.orden) <= ${MAX_LESSON_TEXT} THEN x.texto END AS texto, x.ruta, x.formato, x.tamano
  FROM materiales x WHERE x.id_leccion = l.id ORDER BY x.orden LIMIT ${MOST_LESSON_PARTS}) t)`)
const LESSON = sql.raw(`l.id, l.id_modulo, l.titulo, l.duracion,
  json_build_object('id', mo.id, 'id_curso', mo.id_curso, 'nombre', mo.nombre) AS modulo`)

/** The lesson's place in the row of all the course's lessons. */
const NEIGHBOURS = sql`(SELECT t.vecinas FROM (
  SELECT l.id, json_build_object(
    'anterior', lag(json_build_object('id', l.id, 'id_modulo', mo.id, 'titulo', l.titulo)) OVER orden,
    'siguiente', lead(json_build_object('id', l.id, 'id_modulo', mo.id, 'titulo', l.titulo)) OVER orden) AS vecinas
  FROM ${LESSONS_OF_COURSE} WINDOW orden AS (ORDER BY ${LESSON_ORDER})) t WHERE t.id = ${ID})`

const DETAIL = sql`(SELECT to_json(t) FROM (
  SELECT ${LESSON}, l.contenido, json_build_object('id', c.id, 'nombre', c.nombre) AS curso,
    ${FILES} AS archivos, ${MATERIALS} AS materiales,
    (SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${SESSION_COLUMNS} FROM sesiones s WHERE s.id_leccion = l.id ORDER BY s.inicio
      LIMIT ${sql.raw(String(MOST_LESSON_PARTS))}) t) AS sesiones,
    ${DONE} AS completada, coalesce(v.segundo, 0) AS segundo,
    (SELECT to_json(a) FROM asistencias a WHERE a.usuario_id = ${ME} AND a.leccion_id = l.id) AS asistencia,
    ${NEIGHBOURS} AS vecinas, ${evaluationCards(sql`e.id_modulo = mo.id`, ENROLLED)} AS evaluaciones
  FROM (SELECT 1) uno LEFT JOIN progreso_lecciones v ON v.id_usuario = ${ME} AND v.id_leccion = l.id) t)`

const ITEMS = sql`(SELECT coalesce(json_agg(t), '[]') FROM (
  SELECT l.id, l.titulo, l.duracion, ${DONE} AS completada FROM lecciones l
  WHERE l.id_modulo = mo.id AND l.activo ORDER BY l.orden, l.id LIMIT ${sql.raw(String(MOST_LESSONS))}) t)`

type Neighbours = Pick<DetailedLesson, 'anterior' | 'siguiente'>
type StoredDetail = Omit<DetailedLesson, 'anterior' | 'siguiente' | 'lecciones'> & { vecinas: Neighbours }
type DetailRow = CourseAccess & { detalle: StoredDetail; lecciones: DetailedLesson['lecciones']; reciente: boolean }

const detailedLesson = hotRows<DetailRow>(
  'leccion_detallada',
  sql`SELECT acceso.*, CASE WHEN ${ALLOWED} THEN ${DETAIL} END AS detalle, CASE WHEN ${ALLOWED} THEN ${ITEMS} END AS lecciones,
      coalesce((SELECT p.id_leccion = l.id AND p.visto_en > now() - interval '1 minute' FROM progreso_lecciones p
        WHERE p.id_usuario = ${ME} ORDER BY p.visto_en DESC LIMIT 1), false) AS reciente
    FROM lecciones l JOIN modulos mo ON mo.id = l.id_modulo AND mo.activo JOIN cursos c ON c.id = mo.id_curso
    CROSS JOIN ${ACCESS} WHERE l.id = ${ID} AND l.activo`,
)

const seen = hot((db) =>
  db
    .insert(progreso_lecciones)
    .values({ id_usuario: sql.placeholder('usuario'), id_leccion: sql.placeholder('id') })
    .onConflictDoUpdate({
      target: [progreso_lecciones.id_usuario, progreso_lecciones.id_leccion],
      set: { visto_en: sql`now()` },
    })
    .prepare('leccion_vista'),
)

/**
 * Everything that the lesson's screen shows, in one read. For a student it also remembers that the lesson was seen,
 * so that they can go on where they left; a reader of the same lesson writes once a minute, and a write that fails
 * never costs the reading. A browser that only fetches ahead has shown nothing to anybody.
 * @throws NO_ENCONTRADO, SIN_MATRICULA
 */
export async function readLesson(
  db: Db,
  signer: Signer,
  identity: Identity,
  id: number,
  { ahead, warn }: { ahead: boolean; warn: (error: unknown) => void },
): Promise<DetailedLesson> {
  const [row] = await detailedLesson(db, { ...accessValues(identity), id })
  const { enrolled, reciente, detalle, lecciones } = checkAccess(row)
  if (enrolled && !reciente && !ahead) await seen(db, { usuario: identity.id, id }).catch(warn)
  const { vecinas, ...lesson } = detalle
  const contenido = shownHtml(lesson.contenido)
  return { ...lesson, ...vecinas, contenido, materiales: withAddresses(signer, lesson.materiales), lecciones }
}

const oneLesson = hotRows<Lesson>(
  'leccion',
  sql`SELECT ${LESSON} FROM lecciones l JOIN modulos mo ON mo.id = l.id_modulo WHERE l.id = ${ID}`,
)

/** A lesson's heading. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function findLesson(db: Db, identity: Identity, id: number): Promise<Lesson> {
  await requireLesson(db, identity, id)
  const [lesson] = await oneLesson(db, { id })
  if (!lesson) throw fail('NO_ENCONTRADO')
  return lesson
}

const lessonsOfModule = hotRows<ListedLesson>(
  'lecciones_de_modulo',
  sql`SELECT ${LESSON}, ${DONE} AS completada FROM lecciones l JOIN modulos mo ON mo.id = l.id_modulo
    WHERE mo.id = ${ID} AND l.activo ORDER BY ${LESSON_ORDER} LIMIT ${sql.raw(String(MOST_LESSONS))}`,
)

/** A module's lessons in order, with the asker's ticks. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function listLessons(db: Db, identity: Identity, idModulo: number): Promise<ListedLesson[]> {
  await requireModule(db, identity, idModulo)
  return lessonsOfModule(db, { usuario: identity.id, id: idModulo })
}

const filesOfLesson = hotRows<{ lista: LessonFile[] }>(
  'archivos_de_leccion',
  sql`SELECT ${FILES} AS lista FROM lecciones l WHERE l.id = ${ID}`,
)

/** A lesson's videos, in order. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function listFiles(db: Db, identity: Identity, idLeccion: number): Promise<LessonFile[]> {
  await requireLesson(db, identity, idLeccion)
  const [row] = await filesOfLesson(db, { id: idLeccion })
  return row?.lista ?? []
}

const materialsOfLesson = hotRows<{ lista: Material[] }>(
  'materiales_de_leccion',
  sql`SELECT ${MATERIALS} AS lista FROM lecciones l WHERE l.id = ${ID}`,
)

/** A lesson's materials, in order, files with their signed address. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function listMaterials(db: Db, signer: Signer, identity: Identity, id: number): Promise<Material[]> {
  await requireLesson(db, identity, id)
  const [row] = await materialsOfLesson(db, { id })
  return withAddresses(signer, row?.lista ?? [])
}

const progressOfLesson = hotRows<LessonProgress>(
  'progreso_de_leccion',
  sql`SELECT v.segundo, ${DONE} AS completada FROM lecciones l
    JOIN progreso_lecciones v ON v.id_leccion = l.id AND v.id_usuario = ${ME} WHERE l.id = ${ID}`,
)

/**
 * Remembers the player's second and the mark "done"; what is not sent stays. A closed attendance keeps a lesson done
 * whatever the mark says (contract section 4, "Progress").
 * @throws NO_ENCONTRADO, SIN_MATRICULA
 */
export async function saveProgress(
  db: Db,
  identity: Identity,
  id: number,
  { segundo, completada }: { segundo?: number; completada?: boolean },
): Promise<LessonProgress> {
  await requireStudentOfLesson(db, identity, id)
  const mark = completada ? sql`coalesce(p.completada_en, now())` : sql`NULL`
  await db.execute(sql`
    INSERT INTO progreso_lecciones AS p (id_usuario, id_leccion, segundo, completada_en)
    VALUES (${identity.id}, ${id}, ${segundo ?? 0}, ${completada ? sql`now()` : sql`NULL`})
    ON CONFLICT (id_usuario, id_leccion) DO UPDATE SET visto_en = now(),
      segundo = ${segundo === undefined ? sql`p.segundo` : sql`excluded.segundo`},
      completada_en = ${completada === undefined ? sql`p.completada_en` : mark}`)
  const [progress] = await progressOfLesson(db, { usuario: identity.id, id })
  if (!progress) throw fail('NO_ENCONTRADO')
  return progress
}
