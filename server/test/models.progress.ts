import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { findWrongProgress, updateProgress } from '../src/features/progress/progress.ts'
import { aCourse, anEnrolment, anExam, aPerson } from './builders.ts'
import { expire, sit } from './exams.ts'
import type { TestApp } from './harness.ts'
import { type Step, spoken, step } from './models.steps.ts'

/** The rule is the model: after every step, what is stored and holds is what the rule computes. */
type Model = Record<string, never>
type Real = Awaited<ReturnType<typeof aStudy>> & { t: TestApp }
type StudyStep = Step<Model, Real>

/** Two modules of two lessons and an exam each, and a final exam. */
export async function aStudy(t: TestApp) {
  const { db } = t.deps
  const student = await aPerson(db)
  const course = await aCourse(db, { modules: 2, lessons: 2 })
  await anEnrolment(db, student.id, course.id)
  const of = (id_modulo: number | null) => anExam(db, { id_curso: course.id, id_modulo, intentos: 3 })
  const exams = [await of(course.modulos[0]?.id ?? 0), await of(course.modulos[1]?.id ?? 0), await of(null)]
  const lessons = course.modulos.flatMap((module) => module.lecciones.map(({ id }) => id))
  return { student, course, exams, lessons, token: await t.tokenOf(student.id) }
}

export const beginStudy = async (t: TestApp) => ({ model: {}, real: { ...(await aStudy(t)), t } })

type Change = (real: Real, at: number) => Promise<unknown>
const at = <T>(all: T[], n: number): T => all[n % all.length] as T

/** Only of an exam that is not hidden. */
async function withDetail({ t, exams, token }: Real, n: number, act: (detail: number, exam: Exam) => Promise<unknown>) {
  const exam = at(exams, n)
  const made = await t.call('POST', '/api/detalle-evaluacion', { token, body: { id_evaluacion: exam.id } })
  if (made.status < 400) await act(made.body.data.id, exam)
}
type Exam = Real['exams'][number]

/** All that progress is computed from; `at` chooses the lesson, module or exam. */
export const CHANGES: Record<string, Change> = {
  'a lesson is done': ({ t, lessons, token }, n) =>
    t.call('PUT', `/api/progreso/leccion/${at(lessons, n)}`, { token, body: { completada: true } }),
  'the mark of a lesson is taken back': ({ t, lessons, token }, n) =>
    t.call('PUT', `/api/progreso/leccion/${at(lessons, n)}`, { token, body: { completada: false } }),
  'an attendance opens': ({ t, lessons, token }, n) =>
    t.call('POST', '/api/asistencia/iniciar', { token, body: { leccion_id: at(lessons, n) } }),
  'an attendance closes': ({ t, lessons, student }, n) =>
    t.database
      .sql`UPDATE asistencias SET fecha_cierre = now() WHERE usuario_id = ${student.id} AND leccion_id = ${at(lessons, n)}`,
  'an attendance is removed': ({ t, lessons, student }, n) =>
    t.database.sql`DELETE FROM asistencias WHERE usuario_id = ${student.id} AND leccion_id = ${at(lessons, n)}`,
  'an exam is passed': (real, n) => withDetail(real, n, (_, exam) => sit(real.t, exam, real.token)),
  'an exam is failed': (real, n) => withDetail(real, n, (_, exam) => sit(real.t, exam, real.token, 0)),
  'an attempt opens': (real, n) =>
    withDetail(real, n, (detail) =>
      real.t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token: real.token }),
    ),
  'the time of an attempt ends': (real, n) => withDetail(real, n, (detail) => expire(real.t, detail, 60)),
  'attempts wait for a teacher': ({ t, student }) => t.database.sql`UPDATE intentos_evaluacion i
    SET estado = 'pendiente', nota = NULL, aprobado = NULL, enviado_en = now() FROM detalle_evaluacion d WHERE d.id = i.id_detalle AND d.id_alumno = ${student.id}`,
  'attempts are graded otherwise': ({ t, student }, n) => t.database.sql`UPDATE intentos_evaluacion i
    SET estado = 'calificado', nota = ${n % 2 ? 0 : 20}, aprobado = ${n % 2 === 0}, enviado_en = now() FROM detalle_evaluacion d
    WHERE d.id = i.id_detalle AND d.id_alumno = ${student.id}`,
  'more attempts are given': ({ t, student }, n) =>
    t.database.sql`UPDATE detalle_evaluacion SET intentos_extra = ${n % 4} WHERE id_alumno = ${student.id}`,
  'a certificate is revoked': ({ t, student }) => t.database
    .sql`UPDATE certificados SET estado = 'revocado', fecha_revocacion = now(),
    motivo_revocacion = 'x', causa_revocacion = 'academia' WHERE id_usuario = ${student.id}`,
  'a certificate is given back': ({ t, student }) => t.database
    .sql`UPDATE certificados SET estado = 'vigente', fecha_revocacion = NULL,
    motivo_revocacion = NULL, causa_revocacion = NULL WHERE id_usuario = ${student.id}`,
  'a lesson is hidden or shown': ({ t, lessons }, n) =>
    t.database.sql`UPDATE lecciones SET activo = NOT activo WHERE id = ${at(lessons, n)}`,
  'a lesson has another title': ({ t, lessons }, n) =>
    t.database.sql`UPDATE lecciones SET titulo = ${`Lección ${n}`} WHERE id = ${at(lessons, n)}`,
  'a module is hidden or shown': ({ t, course }, n) =>
    t.database.sql`UPDATE modulos SET activo = NOT activo WHERE id = ${at(course.modulos, n).id}`,
  'modules change places': ({ t, course }) =>
    t.database.sql`UPDATE modulos SET orden = 3 - orden WHERE id_curso = ${course.id}`,
  'a lesson is new': ({ t, course }, n) => t.database
    .sql`INSERT INTO lecciones (id_modulo, clave, titulo, orden, duracion)
    VALUES (${at(course.modulos, n).id}, ${crypto.randomUUID()}, 'Nueva', ${n}, 5)`,
  'an exam is hidden or shown': ({ t, exams }, n) =>
    t.database.sql`UPDATE evaluaciones SET estado = 1 - estado WHERE id = ${at(exams, n).id}`,
  'an exam opens tomorrow, or in a moment': ({ t, exams }, n) =>
    t.database.sql`UPDATE evaluaciones SET fecha_cierre = NULL,
      fecha_apertura = now() + CASE WHEN fecha_apertura IS NULL THEN interval '1 day' ELSE interval '20 ms' END WHERE id = ${at(exams, n).id}`,
  'an exam is over, or not': ({ t, exams }, n) => t.database.sql`UPDATE evaluaciones SET fecha_apertura = NULL,
    fecha_cierre = CASE WHEN fecha_cierre IS NULL THEN now() + interval '20 ms' END WHERE id = ${at(exams, n).id}`,
  'a question gives no points, or some': ({ t, exams }, n) =>
    t.database.sql`UPDATE preguntas SET activo = NOT activo WHERE id_evaluacion = ${at(exams, n).id}`,
  'exams wait for lessons': ({ t, course }, n) =>
    t.database.sql`UPDATE clientes SET examenes_desde = ${(n % 3) * 50} WHERE id = ${course.id_cliente}`,
}

const changed = (name: string, n: number): StudyStep =>
  step(name, [n], async (_, real) => {
    await CHANGES[name]?.(real, n)
  })

const look = step<Model, Real>('mirar', [], async (_, { t, token }) => {
  const said = spoken(await t.call('GET', '/api/inicio', { token }))
  if (said !== '200') throw new Error(`the dashboard says ${said}`)
})

export const STUDY_STEPS: fc.Arbitrary<StudyStep>[] = [
  fc.tuple(fc.constantFrom(...Object.keys(CHANGES)), fc.nat(5)).map(([name, n]) => changed(name, n)),
  fc.constant(look),
]

/** Students of the runs before are not looked at again. */
const NEWEST = 20

/** Brings all rows up to date after comparing them, so that the next step finds rows that hold. @throws on a row that is wrong */
export async function expectProgress({ deps: { db }, database }: TestApp): Promise<void> {
  const [last] = await database.sql<{ id: number }[]>`SELECT max(id) AS id FROM usuarios`
  const oldest = Number(last?.id ?? 0) - NEWEST
  const wrong = await findWrongProgress(db, oldest)
  if (wrong.length > 0) throw new Error(`stored progress differs from its rule: ${JSON.stringify(wrong)}`)
  await updateProgress(db, sql`SELECT id_usuario, id_curso FROM matriculas WHERE id_usuario > ${oldest}`)
}
