import type { Answer } from '@campus/contract/exams'
import { OPEN } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import { saveAnswers } from '../features/exams/answers.ts'
import { ensureDetail, startAttempt } from '../features/exams/attempts.ts'
import { openAttempt } from '../features/exams/closing.ts'
import type { FrozenQuestion } from '../features/exams/exams.tables.ts'
import { giveExtras } from '../features/exams/extras.ts'
import { gradeAnswer } from '../features/exams/grading.ts'
import { submitAttempt } from '../features/exams/submission.ts'
import { type Db, query } from '../platform/db/database.ts'
import type { Identity } from '../platform/http/http.ts'
import { as, backdate, idOf, person } from './demo-people.ts'
import { type ExamPlace, OPEN_EXAM, TAKES, type Take } from './demo-takes.ts'

/** Right, or for who does not know, empty. */
function answerTo(question: FrozenQuestion, sabe: boolean, texts: string[]): Partial<Answer> {
  if (question.tipo_pregunta === OPEN) return { respuesta: texts.shift() ?? '' }
  const right = question.opciones.filter(({ condicion }) => condicion === sabe).map(({ id }) => id)
  if (question.tipo_pregunta === 1) return { respuesta: String(right[0]) }
  if (question.tipo_pregunta === 3) return { seleccion: right }
  const key = question.clave
  if (!key || !sabe) return question.tipo_pregunta === 6 ? { parejas: [] } : { respuesta: '0' }
  if ('textos' in key) return { respuesta: key.textos[0] }
  if ('parejas' in key) return { parejas: key.parejas.map((derecha, izquierda) => ({ izquierda, derecha })) }
  return { respuesta: String('valor' in key ? key.valor : key.desde) }
}

const examOf = (tx: Db, { curso, modulo, clave }: ExamPlace) =>
  idOf(
    tx,
    sql`SELECT e.id FROM evaluaciones e JOIN cursos c ON c.id = e.id_curso LEFT JOIN modulos m ON m.id = e.id_modulo
      WHERE c.clave = ${curso} AND m.clave IS NOT DISTINCT FROM ${modulo} AND e.clave = ${clave}`,
  )

async function takeExam(tx: Db, teacher: Identity, take: Take): Promise<void> {
  const exam = await examOf(tx, take.examen)
  const student = await person(tx, take.correo)
  const { detail } = await ensureDetail(tx, student, exam)
  await as(student, () => startAttempt(tx, student, detail.id))
  const open = await openAttempt(tx, detail.id)
  if (!open) throw new Error('the attempt did not begin')
  const texts = [...take.abiertas]
  const inOrder = open.preguntas.toSorted((a, b) => a.id - b.id)
  const answers = inOrder.map((question, at) => {
    const answer = answerTo(question, at >= take.fallas, texts)
    return { ...answer, id_detalle_evaluacion: detail.id, id_pregunta: question.id, secuencia: 1 }
  })
  await saveAnswers(tx, student, answers)
  await as(student, () => submitAttempt(tx, student, detail.id, null))
  await backdate(tx, take.dias)
  await tx.execute(sql`UPDATE intentos_evaluacion SET inicio = enviado_en - interval '8 minutes' WHERE id = ${open.id}`)
  const waiting = await query<{ id: number; version: number }>(
    tx,
    sql`SELECT r.id, r.version FROM respuestas r JOIN preguntas p ON p.id = r.id_pregunta AND p.tipo_pregunta = ${OPEN}
      WHERE r.id_intento = ${open.id} ORDER BY p.id`,
  )
  for (const [at, { puntos, comentario }] of take.notas.entries()) {
    const { id, version } = waiting[at] ?? { id: 0, version: 0 }
    await as(teacher, () => gradeAnswer(tx, teacher, id, { puntos, comentario, version }))
  }
  await backdate(tx, Math.max(take.dias - 1, 0))
}

/** Exams that were passed, attempts with answers that wait for a teacher, and one graded whose student got another chance. */
export async function takeExams(tx: Db, teacher: Identity): Promise<void> {
  for (const take of TAKES) await takeExam(tx, teacher, take)
  const id = await examOf(tx, OPEN_EXAM)
  const { id: alumno } = await person(tx, 'daniela.quiroz@alumnos.demo.pe')
  const motivo = 'Rindió el examen con la conexión cortada.'
  const extras = { intentos: 1, minutos: 10, cierre: null, motivo, version: 0, abiertos: false }
  await as(teacher, () => giveExtras(tx, teacher, { id, alumno }, extras))
}
