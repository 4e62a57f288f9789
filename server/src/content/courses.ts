import { addFileCourses, type FileCourse, openFileCourses } from '../features/authoring/from-files.ts'
import { addFileExams } from '../features/exams/exams.ts'
import { type FileText, writeTexts } from '../kit/documents/content-import.ts'
import type { Db } from '../platform/db/database.ts'
import type { Addresses } from './assets.ts'
import type { Course } from './course.ts'
import { courseDocument, evaluationDocument, lessonDocument } from './course-documents.ts'
import { KINDS } from './document-kinds.ts'
import { type Ids, idOf } from './rows.ts'

type Context = {
  categories: Ids
  teachers: Ids
  addresses: Addresses
  /** Whether their first publication shows them. */
  nuevo?: boolean
}

const cents = (soles: number) => Math.round(soles * 100)

const rowOf = (course: Course, { categories, teachers, nuevo = false }: Context): FileCourse => ({
  ...course,
  nuevo,
  id_categoria: idOf(categories, course.categoria),
  costo_centimos: cents(course.costo),
  promocion_centimos: course.precio_promocion === undefined ? null : cents(course.precio_promocion),
  docentes: course.docentes.map((mail) => idOf(teachers, mail)),
})

async function examTexts(tx: Db, courses: Course[], ids: Ids, addresses: Addresses): Promise<FileText[]> {
  const all = courses.flatMap(({ clave, evaluaciones }) =>
    evaluaciones.map((evaluation) => {
      const { modulo } = evaluation
      return { clave, evaluation, id_modulo: modulo === null ? null : idOf(ids, `${clave}/${modulo}`) }
    }),
  )
  const examIds = await addFileExams(
    tx,
    all.map(({ clave, id_modulo, evaluation: { clave: name, nombre, modelo } }) => {
      return { id_curso: idOf(ids, clave), id_modulo, clave: name, nombre, modelo }
    }),
  )
  return all.map(({ evaluation, ...place }, at) => {
    const documento = evaluationDocument(evaluation, { ...place, ids, addresses })
    return { objeto: `evaluacion:${examIds[at]}`, documento }
  })
}

/** Adds courses of a brand in a fixed number of statements; returns the ids of what they have, by path. */
export async function writeBrandCourses(tx: Db, brand: number, courses: Course[], context: Context): Promise<Ids> {
  if (courses.length === 0) return new Map()
  const { categories, addresses } = context
  const ids = await addFileCourses(
    tx,
    brand,
    courses.map((course) => rowOf(course, context)),
  )
  const outlines = courses.map((course): FileText => {
    const documento = courseDocument(course, idOf(categories, course.categoria), { ids, addresses })
    return { objeto: `curso:${idOf(ids, course.clave)}`, documento }
  })
  const lessons = courses.flatMap(({ clave, modulos }) =>
    modulos.flatMap((module) =>
      module.lecciones.map((lesson) => ({ id: idOf(ids, `${clave}/${module.clave}/${lesson.clave}`), lesson })),
    ),
  )
  const texts = lessons.map(({ id, lesson }): FileText => {
    return { objeto: `leccion:${id}`, documento: lessonDocument(lesson, addresses) }
  })
  await writeTexts(tx, KINDS, [...outlines, ...texts, ...(await examTexts(tx, courses, ids, addresses))], brand)
  await openFileCourses(tx, {
    courses: courses.map(({ clave }) => idOf(ids, clave)),
    lessons: lessons.map(({ id }) => id),
    sessions: lessons.flatMap(({ id, lesson }) =>
      lesson.sesiones.map((session, at) => ({ ...session, id_leccion: id, orden: at + 1 })),
    ),
    shown: courses.filter(({ publicado }) => publicado).map(({ clave }) => idOf(ids, clave)),
  })
  return ids
}
