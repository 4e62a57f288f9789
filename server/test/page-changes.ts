import { randomUUID } from 'node:crypto'
import { TIME_ZONE } from '@campus/contract/rules'
import { aCourse, anExam, aPerson } from './builders.ts'
import { aSoldGroup } from './groups.ts'
import type { TestApp } from './harness.ts'

export type World = Awaited<ReturnType<typeof aWorld>>
/** A course with all that its pages show, its teacher, and a student with points. */
export async function aWorld(t: TestApp) {
  const { db } = t.deps
  const { sql } = t.database
  const teacher = await aPerson(db, { tipo_cliente: 'Docente', nombres: 'Rosa', apellidos: 'Tello' })
  const student = await aPerson(db, { nombres: 'Luis', apellidos: 'Paz' })
  const course = await aCourse(db, { nombre: 'Curso mostrado', teacher: teacher.id })
  const [modulo] = course.modulos
  const [lesson] = modulo?.lecciones ?? []
  if (!modulo || !lesson) throw new Error('no lesson')
  await sql`UPDATE lecciones SET gratis = true WHERE id = ${lesson.id}`
  const exam = await anExam(db, { id_curso: course.id, id_modulo: modulo.id })
  await sql`INSERT INTO archivos (id_leccion, titulo, enlace, tipo_video, video, orden)
    VALUES (${lesson.id}, 'Video', 'https://youtu.be/abcdefghijk', 'youtube', 'abcdefghijk', 1)`
  await sql`INSERT INTO sesiones (id_leccion, nombre, inicio, enlace, orden)
    VALUES (${lesson.id}, 'Clase', '2099-03-04T20:00:00Z', 'https://meet.example/1', 1)`
  await aSoldGroup(db, course.id, { nombre: 'Mañanas' })
  await sql`INSERT INTO premios (id_cliente, premio, puesto) VALUES (2, 'Una beca', 1)`
  await sql`INSERT INTO paginas (id_cliente, clave, titulo, markdown) VALUES (2, 'terminos', 'Términos', 'Texto primero')`
  await points(t, student.id)
  return { teacher, student, course, modulo, lesson, exam }
}

const points = (
  { database: { sql } }: TestApp,
  student: number,
) => sql`INSERT INTO puntos (id_cliente, id_usuario, motivo, clave, puntos, mes)
  VALUES (2, ${student}, 'asistencia', ${randomUUID()}, 10, date_trunc('month', now() AT TIME ZONE ${TIME_ZONE})::date)`

/** A change, the page that shows it, and what it then says (nothing where it no longer says something). */
type Case = [what: string, change: (t: TestApp, w: World) => Promise<unknown>, url: (w: World) => string, says?: string]

export const courseOf = ({ course }: World) => `/detallecurso/${course.id}`
const free = ({ course, lesson }: World) => `/detallecurso/${course.id}/leccion/${lesson.id}`
export const CASES: Case[] = [
  [
    'a motto',
    ({ database: { sql } }) => sql`UPDATE clientes SET lema = 'Lema de hoy' WHERE id = 2`,
    () => '/marcas',
    'Lema de hoy',
  ],
  [
    'a gateway that cannot be read',
    ({ database: { sql } }) =>
      sql`INSERT INTO conexiones (cual, datos, cifrado, llave) VALUES ('mercadopago', '{}', '', 'otra')`,
    courseOf,
    'Escríbenos para matricularte',
  ],
  [
    'a banner',
    ({ database: { sql } }) =>
      sql`INSERT INTO botones (id_cliente, boton_1, link_boton_1) VALUES (2, 'Ver el plan', '/cursos')`,
    () => '/',
  ],
  [
    'a category',
    ({ database: { sql } }) => sql`UPDATE categorias SET nombre = 'Oficina' WHERE id_cliente = 2`,
    () => '/cursos',
    'Oficina',
  ],
  [
    'a course',
    ({ database: { sql } }, { course }) => sql`UPDATE cursos SET nombre = 'Hojas de cálculo' WHERE id = ${course.id}`,
    () => '/cursos',
    'Hojas de cálculo',
  ],
  [
    'a price',
    ({ database: { sql } }, { course }) => sql`UPDATE cursos SET costo_centimos = 7777 WHERE id = ${course.id}`,
    courseOf,
    '77.77',
  ],
  [
    'a teacher',
    ({ database: { sql } }, { teacher }) => sql`UPDATE usuarios SET apellidos = 'Tello Rueda' WHERE id = ${teacher.id}`,
    courseOf,
    'Tello Rueda',
  ],
  [
    'a teacher of the brand',
    ({ database: { sql } }, { teacher }) => sql`DELETE FROM roles_personal WHERE id_usuario = ${teacher.id}`,
    () => '/',
  ],
  [
    'who teaches',
    ({ database: { sql } }, { course }) => sql`DELETE FROM curso_docentes WHERE id_curso = ${course.id}`,
    courseOf,
  ],
  [
    'a module',
    ({ database: { sql } }, { modulo }) => sql`UPDATE modulos SET nombre = 'Módulo de hoy' WHERE id = ${modulo.id}`,
    courseOf,
    'Módulo de hoy',
  ],
  [
    'a lesson',
    ({ database: { sql } }, { lesson }) => sql`UPDATE lecciones SET titulo = 'Lección de hoy' WHERE id = ${lesson.id}`,
    free,
    'Lección de hoy',
  ],
  [
    'a video',
    ({ database: { sql } }, { lesson }) =>
      sql`UPDATE archivos SET video = 'lmnopqrstuv' WHERE id_leccion = ${lesson.id}`,
    free,
  ],
  [
    'a video, which plays on the course’s page too',
    ({ database: { sql } }, { lesson }) =>
      sql`UPDATE archivos SET video = 'mnopqrstuvw' WHERE id_leccion = ${lesson.id}`,
    courseOf,
    'mnopqrstuvw',
  ],
  // The course gives no certificate, gives one again, and gives none.
  [
    'a question',
    ({ database: { sql } }, { exam }) => sql`UPDATE preguntas SET activo = false WHERE id_evaluacion = ${exam.id}`,
    courseOf,
  ],
  [
    'a question again',
    ({ database: { sql } }, { exam }) => sql`UPDATE preguntas SET activo = true WHERE id_evaluacion = ${exam.id}`,
    courseOf,
  ],
  [
    'an exam',
    ({ database: { sql } }, { exam }) => sql`UPDATE evaluaciones SET estado = 0 WHERE id = ${exam.id}`,
    courseOf,
  ],
  [
    'a class',
    ({ database: { sql } }, { lesson }) =>
      sql`UPDATE sesiones SET inicio = '2099-05-06T20:00:00Z' WHERE id_leccion = ${lesson.id}`,
    courseOf,
    '2099-05-06',
  ],
  [
    'a group',
    ({ database: { sql } }, { course }) => sql`UPDATE grupos SET nombre = 'Noches' WHERE id_curso = ${course.id}`,
    courseOf,
    'Noches',
  ],
  [
    'the terms',
    ({ database: { sql } }) => sql`UPDATE paginas SET markdown = 'Texto segundo' WHERE id_cliente = 2`,
    () => '/terminos',
    'Texto segundo',
  ],
  ['the number of students', ({ deps }) => aPerson(deps.db), () => '/'],
  [
    'a prize',
    ({ database: { sql } }) => sql`UPDATE premios SET premio = 'Dos becas' WHERE id_cliente = 2`,
    () => '/premios',
    'Dos becas',
  ],
  ['points', (t, { student }) => points(t, student.id), () => '/premios'],
  [
    'a name in the ranking',
    ({ database: { sql } }, { student }) => sql`UPDATE usuarios SET nombres = 'Lucho' WHERE id = ${student.id}`,
    () => '/premios',
    'Lucho',
  ],
  [
    'a month that is closed',
    ({ database: { sql } }) =>
      sql`INSERT INTO rankings_cerrados VALUES (2, '2026-01-01', 1, NULL, 'Eva', 'Ruiz', 'PE', 90)`,
    () => '/premios',
    '2026-01',
  ],
  [
    'a title of the brand',
    ({ database: { sql } }) => sql`UPDATE clientes SET nombre = 'Academia de hoy' WHERE id = 2`,
    () => '/',
    'Academia de hoy',
  ],
]
