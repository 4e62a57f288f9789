import { CHOICE } from '../../contract/src/rules.ts'
import { call, openSession, type StoredSession } from './api.ts'
import type { Ids } from './screen.ts'

type Card = {
  id: number
  modelo: number
  id_modulo: number | null
  intentos: number
  porcentaje: number | null
  respondida: boolean
}
type Module = { id: number; lecciones: { id: number }[]; evaluaciones: Card[] }
type Course = { id: number; modulos: Module[]; evaluaciones: Card[] }
type Question = { id: number; tipo_pregunta: number; opciones: { id: number; condicion?: boolean }[] }

const isExam = (card: Card) => card.modelo === 1

async function coursesOf(base: string, { token, user }: StoredSession): Promise<Course[]> {
  const mine = await call<{ curso: { id: number } }[]>(base, `/matriculas/usuario/${user.id}`, token)
  return Promise.all(mine.map(({ curso }) => call<Course>(base, `/cursos/detallado/${curso.id}`, token)))
}

function partsOf(course: Course) {
  const [first, second] = course.modulos.filter(({ evaluaciones }) => evaluaciones.some(isExam))
  const [passed, failed] = [first, second].map((module) => module?.evaluaciones.find(isExam))
  const spent = course.modulos.at(-1)?.evaluaciones.find(isExam)
  const final = course.evaluaciones.find(isExam)
  const survey = course.evaluaciones.find((card) => !isExam(card))
  const lesson = first?.lecciones[0]
  return first && second && passed && failed && spent && final && survey && lesson
    ? { first, second, passed, failed, spent, final, survey, lesson }
    : undefined
}

/** Sits an exam with right or wrong answers, or a survey; the key is read as staff reads it. */
async function sit(
  base: string,
  student: StoredSession,
  teacher: StoredSession,
  exam: number,
  wanted: boolean | 'first',
) {
  const { token } = student
  const body = { id_evaluacion: exam }
  const detail = await call<{ id: number }>(base, '/detalle-evaluacion', token, { method: 'POST', body })
  await call(base, `/detalle-evaluacion/${detail.id}/intentos`, token, { method: 'POST' })
  const asked = await call<Question[]>(base, `/preguntas/evaluacion/${exam}`, token)
  const key = await call<Question[]>(base, `/preguntas/evaluacion/${exam}`, teacher.token)
  const answers = asked.flatMap(({ id, tipo_pregunta }) => {
    if (tipo_pregunta !== CHOICE) return []
    const option = key
      .find((one) => one.id === id)
      ?.opciones.find(({ condicion }) => wanted === 'first' || condicion === wanted)
    return option ? [{ id_detalle_evaluacion: detail.id, id_pregunta: id, id_opcion: option.id, secuencia: 1 }] : []
  })
  await call(base, '/respuestas', token, { method: 'POST', body: answers })
  await call(base, `/detalle-evaluacion/${detail.id}`, token, { method: 'PUT', body: {} })
}

/** One exam passed, one failed, one failed as often as it may be taken. */
async function sitOnce(
  base: string,
  student: StoredSession,
  teacher: StoredSession,
  { passed, failed, spent }: NonNullable<ReturnType<typeof partsOf>>,
) {
  if (passed.porcentaje === null) await sit(base, student, teacher, passed.id, true)
  if (failed.porcentaje === null) await sit(base, student, teacher, failed.id, false)
  if (spent.porcentaje === null)
    for (let left = spent.intentos; left > 0; left--) await sit(base, student, teacher, spent.id, false)
}

/** Does every lesson of a course, answers its survey and passes its final exam. */
async function finish(base: string, student: StoredSession, teacher: StoredSession, course: Course) {
  const parts = partsOf(course)
  if (!parts) throw new Error('The course to finish has no final exam or no survey.')
  const lessons = course.modulos.flatMap(({ lecciones }) => lecciones)
  for (const { id } of lessons) await call(base, `/lecciones/${id}/completar`, student.token, { method: 'POST' })
  if (!parts.survey.respondida) await sit(base, student, teacher, parts.survey.id, 'first')
  if (parts.final.porcentaje === null) await sit(base, student, teacher, parts.final.id, true)
  return parts
}

/** Gives a demo student a history through the API, once, and returns the ids for addresses. */
export async function liveThrough(base: string, student: StoredSession): Promise<Ids> {
  const { token, user } = student
  const [course, other] = (await coursesOf(base, student)).filter((candidate) => partsOf(candidate))
  const parts = course && partsOf(course)
  if (!course || !other || !parts)
    throw new Error('Two enrolled demo courses need two module exams, a final exam and a survey.')
  const { first, second, passed, failed, spent, final, survey, lesson } = parts
  const teacher = await openSession(base, 'docente@demo.pe')
  const attendance = { method: 'POST', body: { leccion_id: lesson.id } } as const
  // Reading a lesson counts as attendance.
  await call(base, `/lecciones/detallado/${lesson.id}`, token)
  await call(base, '/asistencia/iniciar', token, attendance)
  await call(base, '/asistencia/cerrar', token, attendance)
  await sitOnce(base, student, teacher, parts)
  const finished = await finish(base, student, teacher, other)
  const [certificate] = await call<{ codigo_certificado: string }[]>(base, `/certificado/usuario/${user.id}`, token)
  const forums = await call<{ data: { id: number; total_posts: number }[] }>(base, '/foros?per_page=100', token)
  const [busiest] = forums.data.sort((a, b) => b.total_posts - a.total_posts)
  const attempts = await call<{ data: { id: number }[] }>(
    base,
    `/gestion/evaluaciones/${failed.id}/intentos`,
    teacher.token,
  )
  // The earliest has begun: its attendance may be taken.
  const classes = await call<{ data: { id: number }[] }>(base, '/gestion/sesiones?orden=inicio', teacher.token)
  return {
    alumno: user.id,
    curso: course.id,
    modulo: first.id,
    leccion: lesson.id,
    examen: passed.id,
    otroModulo: second.id,
    otroExamen: failed.id,
    examenCurso: final.id,
    encuesta: survey.id,
    examenAgotado: { id: spent.id, modulo: spent.id_modulo ?? 0 },
    terminado: {
      curso: other.id,
      modulo: finished.first.id,
      leccion: finished.lesson.id,
      encuesta: finished.survey.id,
    },
    codigo: certificate?.codigo_certificado ?? '',
    foro: busiest?.id ?? 0,
    intento: attempts.data[0]?.id ?? 0,
    sesion: classes.data[0]?.id ?? 0,
  }
}
