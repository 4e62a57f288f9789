import { type FileSession, hideCourses, placeCourses, writeSessions } from '../features/authoring/from-files.ts'
import { writeRecords } from '../features/authoring/records.ts'
import { settleModules, showWritten } from '../features/authoring/showing.ts'
import { hideExams, placeExams } from '../features/exams/exams.ts'
import { storedQuestions } from '../features/exams/write-exams.ts'
import type { Target } from '../kit/documents/documents.ts'
import { type FileText, writeTexts } from '../kit/documents/files.ts'
import type { Db } from '../platform/db/database.ts'
import type { ClaimedBrand } from './academy.ts'
import type { Addresses } from './assets.ts'
import type { Course, Lesson } from './course.ts'
import { courseDocument, evaluationDocument, lessonDocument } from './course-documents.ts'
import { KINDS } from './document-kinds.ts'
import { underKnownKeys } from './made-here.ts'
import { type Ids, idOf } from './rows.ts'

type Context = {
  categories: Ids
  teachers: Ids
  addresses: Addresses
  /** Documents last published in the program. */
  here: Set<string>
  replace: boolean
}

/** Left alone: texts published, and records changed, in the program. */
type Left = { documents: Target[]; records: number[] }

const cents = (soles: number) => Math.round(soles * 100)

function recordOf(course: Course, id: number, teachers: Ids) {
  const { costo, precio_promocion, promocion_hasta, publicado, docentes } = course
  return {
    id,
    costo_centimos: cents(costo),
    promocion_centimos: precio_promocion === undefined ? null : cents(precio_promocion),
    promocion_hasta,
    publicado,
    docentes: docentes.map((mail) => idOf(teachers, mail)),
  }
}

/** With their ids; those that a course arranged in the program has elsewhere are left out. */
const lessonsOf = (courses: Course[], ids: Ids): { id: number; lesson: Lesson }[] =>
  courses.flatMap(({ clave, modulos }) =>
    modulos.flatMap((module) =>
      module.lecciones.flatMap((lesson) => {
        const id = ids.get(`${clave}/${module.clave}/${lesson.clave}`)
        return id === undefined ? [] : [{ id, lesson }]
      }),
    ),
  )

async function writeLiveSessions(tx: Db, lessons: { id: number; lesson: Lesson }[], replace: boolean): Promise<void> {
  const sessions = lessons.flatMap(({ id, lesson }) =>
    lesson.sesiones.map((session): FileSession => ({ ...session, id_leccion: id })),
  )
  await writeSessions(
    tx,
    lessons.map(({ id }) => id),
    sessions,
    replace,
  )
}

/** Their documents; exams that the files no longer have are hidden. */
async function examTexts(
  tx: Db,
  courses: Course[],
  ids: Ids,
  { addresses, here, replace }: Context,
): Promise<FileText[]> {
  const all = courses.flatMap((course) =>
    course.evaluaciones.flatMap((evaluation) => {
      const { modulo } = evaluation
      const id_modulo = modulo === null ? null : ids.get(`${course.clave}/${modulo}`)
      return id_modulo === undefined ? [] : [{ clave: course.clave, evaluation, id_modulo }]
    }),
  )
  const rows = all.map(({ clave, evaluation: { clave: name, nombre, modelo }, id_modulo }) => {
    return { id_curso: idOf(ids, clave), id_modulo, clave: name, nombre, modelo }
  })
  const examIds = await placeExams(tx, rows)
  const own = [...here].filter((name) => !replace && name.startsWith('evaluacion:'))
  const kept = [...examIds, ...own.map((name) => Number(name.split(':')[1]))]
  await hideExams(
    tx,
    courses.map(({ clave }) => idOf(ids, clave)),
    kept,
  )
  const stored = Map.groupBy(await storedQuestions(tx, examIds), ({ id_evaluacion }) => id_evaluacion)
  return all.flatMap(({ evaluation, ...place }, at) => {
    const id = examIds[at] ?? 0
    const documento = evaluationDocument(evaluation, { ...place, ids, addresses, stored: stored.get(id) ?? [] })
    return id === 0 ? [] : [{ objeto: `evaluacion:${id}`, documento }]
  })
}

/** All courses of a brand in a fixed number of statements; returns their ids and what was left alone. */
export async function writeBrandCourses(tx: Db, brand: ClaimedBrand, context: Context): Promise<Left & { ids: Ids }> {
  const { categories, teachers, addresses, here, replace } = context
  const given = await underKnownKeys(tx, brand.id, brand.cursos)
  const courses = given.map((course) => ({ ...course, id_categoria: idOf(categories, course.categoria) }))
  const ids = await placeCourses(tx, brand.id, courses, (id) => !replace && here.has(`curso:${id}`))
  const outlines = courses.map((course): FileText => {
    const documento = courseDocument(course, course.id_categoria, { ids, addresses })
    return { objeto: `curso:${idOf(ids, course.clave)}`, documento }
  })
  const lessons = lessonsOf(courses, ids)
  const texts = lessons.map(({ id, lesson }): FileText => {
    return { objeto: `leccion:${id}`, documento: lessonDocument(lesson, addresses) }
  })
  const exams = await examTexts(tx, courses, ids, context)
  const documents = await writeTexts(tx, KINDS, [...outlines, ...texts, ...exams], { brand: brand.id, here, replace })
  await writeLiveSessions(tx, lessons, replace)
  // A lesson may be a live class alone.
  await showWritten(
    tx,
    lessons.map(({ id }) => id),
  )
  const named = courses.map(({ clave }) => idOf(ids, clave))
  await settleModules(tx, named)
  const records = await writeRecords(
    tx,
    courses.map((course) => recordOf(course, idOf(ids, course.clave), teachers)),
    replace,
  )
  const published = [...here].filter((name) => name.startsWith('curso:')).map((name) => Number(name.split(':')[1]))
  await hideCourses(tx, brand.id, named, published)
  for (const [at, { clave }] of brand.cursos.entries()) ids.set(clave, named[at] ?? 0)
  return { documents, records, ids }
}
