import type { DetailedCourse, EvaluationCard } from '@campus/contract/learning'
import { isExam } from '@campus/contract/rules'
import { examState } from '../../../lib/exam-state'
import { evaluationPath, lessonPath } from '../../../lib/paths'
import { waitText } from '../evaluation-status'

export type Step = { key: string; to: string; name: string; state: string; done: boolean }

/** Leads to the lesson that *Continuar* leads to, while it leads to one. */
function lessonsStep({ modulos, progreso, siguiente }: DetailedCourse): Step[] {
  const all = modulos.flatMap((module) => module.lecciones.map((lesson) => ({ module, lesson })))
  const next = siguiente?.tipo === 'leccion' && all.find(({ lesson }) => lesson.id === siguiente.id_leccion)
  const place = next || all.find(({ lesson }) => !lesson.completada) || all[0]
  if (!place || !progreso) return []
  const { module, lesson } = place
  const to = lessonPath({ id_curso: module.id_curso, id_modulo: module.id, id_leccion: lesson.id })
  const state = `${progreso.completadas} de ${progreso.lecciones}`
  return [{ key: 'lecciones', to, name: 'Lecciones', state, done: progreso.completadas === progreso.lecciones }]
}

function examStep(card: EvaluationCard, name: string): Step {
  const { tone, text } = examState(card)
  const waits = tone === 'plain' ? waitText(card) : null
  return {
    key: `examen ${card.id}`,
    to: evaluationPath(card),
    name,
    state: waits ?? text,
    done: card.aprobado === true,
  }
}

/** What stands between the student and the course's certificate; none where it is earned or the course gives none. */
export function stepsOf(course: DetailedCourse): { steps: Step[]; rule: string } | null {
  const final = course.evaluaciones.filter(isExam)
  const ofModules = course.modulos.map((module) => ({ module, cards: module.evaluaciones.filter(isExam) }))
  if (!course.matriculado || course.codigo_certificado || !course.certificado) return null
  const steps = [
    ...lessonsStep(course),
    ...ofModules.flatMap(({ module, cards }) => cards.map((card) => examStep(card, `Examen: ${module.nombre}`))),
    ...final.map((card) => examStep(card, card.nombre)),
  ]
  const rule =
    final.length > 0
      ? 'Lo recibes al aprobar el examen final.'
      : 'Lo recibes al aprobar los exámenes de todos los módulos.'
  return { steps, rule }
}
