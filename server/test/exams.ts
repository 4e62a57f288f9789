import { sql } from 'drizzle-orm'
import { aCourse, anEnrolment, anExam, aPerson } from './builders.ts'
import type { TestApp } from './harness.ts'

type Shape = Omit<Parameters<typeof anExam>[1], 'id_curso'> & { ofCourse?: boolean; modules?: number }

/** An enrolled student, and the exam of the first module. */
export async function aStudentWithExam(t: TestApp, { ofCourse = false, modules = 1, ...shape }: Shape = {}) {
  const { db } = t.deps
  const student = await aPerson(db)
  const course = await aCourse(db, { modules })
  const enrolment = await anEnrolment(db, student.id, course.id)
  const exam = await anExam(db, { id_curso: course.id, id_modulo: ofCourse ? null : course.modulos[0]?.id, ...shape })
  const token = await t.tokenOf(student.id)
  return { student, course, enrolment, exam, token, detail: await detailOf(t, exam.id, token) }
}

export async function detailOf(t: TestApp, id_evaluacion: number, token: string): Promise<number> {
  const made = await t.call('POST', '/api/detalle-evaluacion', { token, body: { id_evaluacion } })
  return made.body.data.id
}

type Exam = Awaited<ReturnType<typeof anExam>>

/** Answers to an exam: the first `right` correct, the others wrong. */
export function answersTo(exam: Exam, detail: number, right = exam.preguntas.length, secuencia = 1) {
  return exam.preguntas.map((question, at) => ({
    id_detalle_evaluacion: detail,
    id_pregunta: question.id,
    ...(question.tipo_pregunta === 1
      ? { id_opcion: question.opciones[at < right ? 1 : 0]?.id }
      : { respuesta: `Respuesta ${at + 1}` }),
    secuencia,
  }))
}

/** Starts, answers and submits; returns the detail id. */
export async function sit(t: TestApp, exam: Exam, token: string, right?: number) {
  const detail = await detailOf(t, exam.id, token)
  await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
  await t.call('POST', '/api/respuestas', { token, body: answersTo(exam, detail, right) })
  return (await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })).body.data
}

/** Moves the open attempt back, as if its time had ended `seconds` ago. */
export async function expire(t: TestApp, detail: number, seconds: number): Promise<void> {
  await t.deps.db.execute(sql`UPDATE intentos_evaluacion
    SET inicio = inicio - (limite - now()) - make_interval(secs => ${seconds}), limite = now() - make_interval(secs => ${seconds})
    WHERE id_detalle = ${detail} AND estado = 'abierto'`)
}
