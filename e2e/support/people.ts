import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { aCourse, anEnrolment, anExam, aPerson, PASSWORD } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { call, openSession } from './api.ts'

/** A student of one test. */
export type Student = { id: number; correo: string; password: string; nombre: string; nombres: string }

/** The demo course of brand 2 that has modules, lessons and exams. */
export type DemoCourse = { id: number; nombre: string; modulo: number; leccion: number; examen: number }

/** A student with a unique name, of brand 2 by default, enrolled in the given courses. */
export async function freshStudent({ db }: TestDatabase, courses: number[] = [], id_cliente = 2): Promise<Student> {
  const person = await aPerson(db, { nombres: 'Rosa María', apellidos: 'Ñahui Peña', id_cliente })
  for (const course of courses) await anEnrolment(db, person.id, course)
  const nombre = `${person.nombres} ${person.apellidos}`
  return { id: person.id, correo: person.correo, password: PASSWORD, nombre, nombres: person.nombres }
}

type Roles = NonNullable<NonNullable<Parameters<typeof aPerson>[1]>['roles']>

/** A member of the staff of brand 2 with a unique name. */
export async function freshStaff({ db }: TestDatabase, roles: Roles, nombres = 'Carmen Rosa'): Promise<Student> {
  const apellidos = `Huamán ${randomUUID().slice(0, 8)}`
  const person = await aPerson(db, { nombres, apellidos, roles })
  return { id: person.id, correo: person.correo, password: PASSWORD, nombre: `${nombres} ${apellidos}`, nombres }
}

/** The demo student's course with lessons, a module exam and a final exam. */
export async function demoCourse({ sql }: TestDatabase): Promise<DemoCourse> {
  const [row] = await sql<DemoCourse[]>`
    SELECT c.id, c.nombre, m.id AS modulo, l.id AS leccion, e.id AS examen
    FROM usuarios u
    JOIN matriculas ma ON ma.id_usuario = u.id
    JOIN cursos c ON c.id = ma.id_curso
    JOIN modulos m ON m.id_curso = c.id
    JOIN lecciones l ON l.id_modulo = m.id
    JOIN evaluaciones e ON e.id_modulo = m.id AND e.modelo = 1
    WHERE u.correo = 'alumna@demo.pe'
      AND EXISTS (SELECT 1 FROM evaluaciones f WHERE f.id_curso = c.id AND f.id_modulo IS NULL AND f.modelo = 1)
      AND NOT EXISTS (SELECT 1 FROM preguntas p WHERE p.id_evaluacion = e.id AND p.tipo_pregunta = 2)
    ORDER BY c.id, m.orden, l.orden LIMIT 1`
  if (!row) throw new Error('The demo academy has no course with lessons, module exams and a final exam.')
  return row
}

/** A course with a small exam: `values` choice questions whose right option is «B», `open` open ones. */
export async function courseWithExam(database: TestDatabase, shape: Parameters<typeof anExam>[1] | object = {}) {
  const course = await aCourse(database.db, { lessons: 2, nombre: 'Curso de prueba del navegador' })
  const [modulo] = course.modulos
  if (!modulo) throw new Error('the course has no module')
  const exam = await anExam(database.db, { ...shape, id_curso: course.id, id_modulo: modulo.id })
  return { course, modulo, exam, path: `/examen/${exam.id}/${modulo.id}/modulo` }
}

/** Marks the first `most` lessons of a course as done, all without it. */
export async function completeLessons(
  { sql }: Pick<TestDatabase, 'sql'>,
  student: number,
  course: number,
  most?: number,
) {
  await sql`INSERT INTO progreso_lecciones (id_usuario, id_leccion, completada_en)
    SELECT ${student}, l.id, now() FROM lecciones l JOIN modulos m ON m.id = l.id_modulo WHERE m.id_curso = ${course}
    ORDER BY m.orden, l.orden LIMIT ${most ?? null} ON CONFLICT DO NOTHING`
}

/** A brand that only this worker's tests write, whose exams open with `examenes_desde` % of the lessons before them; its administrator. */
export async function brandOpeningExams({ db, sql }: TestDatabase, worker: number, examenes_desde: number) {
  const id_cliente = 4800 + worker
  const person = await aPerson(db, { id_cliente, roles: ['marca'], nombres: 'Rosa', apellidos: 'Paz' })
  await sql`UPDATE clientes SET examenes_desde = ${examenes_desde} WHERE id = ${id_cliente}`
  const admin: Student = {
    id: person.id,
    correo: person.correo,
    password: PASSWORD,
    nombre: 'Rosa Paz',
    nombres: 'Rosa',
  }
  return { id_cliente, admin }
}

/** The student's certificate of the whole course; returns its code. */
export async function aCertificate({ sql }: TestDatabase, student: Student, course: { id: number }): Promise<string> {
  const [row] = await sql<{ codigo: string }[]>`
    INSERT INTO certificados (id_usuario, id_curso, codigo_certificado, alumno, curso, nota, horas, fecha_inicio, fecha_fin)
    SELECT ${student.id}, c.id, 'CERT-' || translate(lpad((${student.id} % 100000)::text || lpad((c.id % 10000)::text, 4, '0'), 9, '0'),
      '0123456789', 'ABCDEFGHIJ'), ${student.nombre}, c.nombre, 92.5, 12, '2026-03-02', '2026-04-16'
    FROM cursos c WHERE c.id = ${course.id} RETURNING codigo_certificado AS codigo`
  if (!row) throw new Error(`no course ${course.id}`)
  return row.codigo
}

/** A student who has answered the open questions of an exam. */
export async function anAnswered(
  base: string,
  database: TestDatabase,
  exam: Awaited<ReturnType<typeof anExam>>,
  nombres: string,
) {
  const student = await aPerson(database.db, { nombres, apellidos: 'Torres' })
  await anEnrolment(database.db, student.id, exam.id_curso)
  await completeLessons(database, student.id, exam.id_curso)
  const { token } = await openSession(base, student.correo, PASSWORD)
  const made = await call<{ id: number }>(base, '/detalle-evaluacion', token, {
    method: 'POST',
    body: { id_evaluacion: exam.id },
  })
  await call(base, `/detalle-evaluacion/${made.id}/intentos`, token, { method: 'POST' })
  const body = exam.preguntas.map(({ id }, at) => ({
    ...{ id_detalle_evaluacion: made.id, id_pregunta: id, secuencia: 1 },
    respuesta: `Mi texto ${at + 1}`,
  }))
  await call(base, '/respuestas', token, { method: 'POST', body })
  await call(base, `/detalle-evaluacion/${made.id}`, token, { method: 'PUT', body: {} })
  return student
}

/** The text of the right option of each question. */
export async function answerKey({ sql }: TestDatabase, exam: number): Promise<Map<string, string>> {
  const rows = await sql<{ pregunta: string; opcion: string }[]>`
    SELECT p.pregunta, o.opcion FROM preguntas p JOIN opciones o ON o.id_pregunta = p.id
    WHERE p.id_evaluacion = ${exam} AND o.condicion`
  return new Map(rows.map(({ pregunta, opcion }) => [pregunta, opcion]))
}

/** The student's open attempt ends in this many seconds. */
export async function shortenAttempt({ sql }: TestDatabase, student: number, seconds: number): Promise<void> {
  const ended = await sql`
    UPDATE intentos_evaluacion i SET limite = now() + make_interval(secs => ${seconds})
    FROM detalle_evaluacion d WHERE d.id = i.id_detalle AND d.id_alumno = ${student} AND i.estado = 'abierto' RETURNING i.id`
  if (ended.length !== 1) throw new Error(`${ended.length} open attempts`)
}

/** Ends every session of a student, as if the tokens had expired. */
export async function revokeSessions({ sql }: TestDatabase, student: number): Promise<void> {
  await sql`DELETE FROM accesos WHERE id_usuario = ${student}`
}

function decode(letter: string): string {
  return letter.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
}

/** Ends the session at this call, because an earlier refusal (a draft, a counter) would open the login too soon. */
export async function sessionEndsAt(page: Page, database: TestDatabase, student: number, call: RegExp): Promise<void> {
  let over = false
  await page.route(call, async (route) => {
    if (!over && route.request().method() !== 'GET') await revokeSessions(database, student)
    over ||= route.request().method() !== 'GET'
    await route.fallback()
  })
}

type Wanted = { text?: string; seconds?: number }

/** Waits for the newest mail to an address that contains `text`, as it was sent; those of notices leave once a minute. */
export async function rawLetterTo(dataDir: string, correo: string, { text = '', seconds = 20 }: Wanted = {}) {
  const folder = join(dataDir, 'correo')
  for (let tries = 0; tries < seconds * 5; tries++) {
    const files = await readdir(folder).catch(() => [])
    for (const file of files.sort().reverse()) {
      const raw = await readFile(join(folder, file), 'utf8')
      const letter = decode(raw)
      if (letter.includes(`To: ${correo}`) && letter.includes(text)) return raw
    }
    await sleep(200)
  }
  throw new Error(`No mail for ${correo} in ${folder} with «${text}».`)
}

export const letterTo = async (dataDir: string, correo: string, wanted?: Wanted): Promise<string> =>
  decode(await rawLetterTo(dataDir, correo, wanted))

export async function savedAnswers({ sql }: TestDatabase, student: number): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    SELECT count(*)::int AS n FROM respuestas r
    JOIN intentos_evaluacion i ON i.id = r.id_intento JOIN detalle_evaluacion d ON d.id = i.id_detalle
    WHERE d.id_alumno = ${student} AND r.id_opcion IS NOT NULL`
  return row?.n ?? 0
}
