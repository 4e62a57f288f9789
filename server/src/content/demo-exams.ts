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
import { as, idOf, person } from './demo-people.ts'
import { TAKES } from './demo-takes.ts'

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

async function take(tx: Db, exam: number, teacher: Identity, given: (typeof TAKES)[number]): Promise<void> {
  const student = await person(tx, given.correo)
  const { detail } = await ensureDetail(tx, student, exam)
  await as(student, () => startAttempt(tx, student, detail.id))
  const open = await openAttempt(tx, detail.id)
  if (!open) throw new Error('the attempt did not begin')
  const texts = [...given.abiertas]
  const inOrder = open.preguntas.toSorted((a, b) => a.id - b.id)
  const answers = inOrder.map((question) => {
    const answer = answerTo(question, given.sabe, texts)
    return { ...answer, id_detalle_evaluacion: detail.id, id_pregunta: question.id, secuencia: 1 }
  })
  await saveAnswers(tx, student, answers)
  await as(student, () => submitAttempt(tx, student, detail.id, null))
  await tx.execute(sql`UPDATE intentos_evaluacion SET inicio = inicio - make_interval(days => ${given.dias}),
    enviado_en = enviado_en - make_interval(days => ${given.dias}) WHERE id = ${open.id}`)
  const waiting = await query<{ id: number; version: number }>(
    tx,
    sql`SELECT r.id, r.version FROM respuestas r JOIN preguntas p ON p.id = r.id_pregunta AND p.tipo_pregunta = ${OPEN}
      WHERE r.id_intento = ${open.id} ORDER BY p.id`,
  )
  for (const [at, puntos] of given.puntos.entries()) {
    const { id, version } = waiting[at] ?? { id: 0, version: 0 }
    const comentario = 'Vas bien encaminado: nombra el obstáculo y di qué cambia en la escena.'
    await as(teacher, () => gradeAnswer(tx, teacher, id, { puntos, comentario, version }))
  }
}

/** Attempts with answers that wait for a teacher, and one graded whose student got another chance. */
export async function takeExams(tx: Db, teacher: Identity): Promise<void> {
  const exam = await idOf(
    tx,
    sql`SELECT e.id FROM evaluaciones e JOIN modulos m ON m.id = e.id_modulo JOIN cursos c ON c.id = e.id_curso
      WHERE c.clave = 'guion-y-narrativa-audiovisual' AND m.clave = '03-del-papel-a-la-pantalla' AND e.clave = 'examen'`,
  )
  for (const given of TAKES) await take(tx, exam, teacher, given)
  const { id: alumno } = await person(tx, 'daniela.quiroz@alumnos.demo.pe')
  const motivo = 'Rindió el examen con la conexión cortada.'
  const extras = { intentos: 1, minutos: 10, cierre: null, motivo, version: 0, abiertos: false }
  await as(teacher, () => giveExtras(tx, teacher, { id: exam, alumno }, extras))
}
