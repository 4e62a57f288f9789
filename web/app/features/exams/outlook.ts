import type { Evaluation } from '@campus/contract/exams'
import type { DetailedCourse, EvaluationCard } from '@campus/contract/learning'
import { isExam } from '@campus/contract/rules'
import { windowAt } from './exam-clock'

type Course = Pick<DetailedCourse, 'modulos' | 'evaluaciones' | 'codigo_certificado' | 'estado_avance'>

/** Passed, under way, waiting for its grade, or with attempts left. */
const canBePassed = (card: EvaluationCard, now: number): boolean =>
  Boolean(card.aprobado || card.abierto || card.pendiente) ||
  (card.intentos_usados < card.intentos && windowAt(card, now) !== 'after')

function courseStillReachable({ modulos, evaluaciones }: Course, exhausted: number, now: number): boolean {
  const open = (cards: EvaluationCard[]) => cards.some((card) => card.id !== exhausted && canBePassed(card, now))
  const final = evaluaciones.filter(isExam)
  if (final.length > 0) return open(final)
  return modulos.map((module) => module.evaluaciones.filter(isExam)).every((cards) => cards.length === 0 || open(cards))
}

/** Whether the certificates are still reachable once an exam has no attempts left (docs/product/certificates.md 1.1). */
export function outlookOf(
  course: Course,
  { id, id_modulo }: Pick<Evaluation, 'id' | 'id_modulo'>,
  now: number,
): string {
  const certified = course.codigo_certificado !== null
  if (id_modulo === null)
    return certified
      ? 'Ya tienes el certificado del curso: sigue siendo tuyo.'
      : 'Sin otro intento no puedes ganar el certificado del curso. Los de tus módulos siguen siendo tuyos.'
  const module = course.modulos.find(({ id }) => id === id_modulo)
  if (module?.evaluaciones.some((card) => card.id !== id && isExam(card) && canBePassed(card, now)))
    return 'Todavía puedes ganar el certificado de este módulo con otro de sus exámenes.'
  if (certified || courseStillReachable(course, id, now))
    return 'Ya no puedes ganar el certificado de este módulo; el del curso sí.'
  return 'Sin otro intento no puedes ganar el certificado de este módulo ni el del curso.'
}

const isOpen = (card: EvaluationCard, now: number) =>
  !isExam(card) && !card.respondida && windowAt(card, now) === 'open'

/** The survey to propose after a passed exam: the course's at its end, before that the module's. */
export function surveyToPropose(
  course: Course,
  { id_modulo }: Pick<Evaluation, 'id_modulo'>,
  now: number,
): EvaluationCard | undefined {
  const ofCourse = course.evaluaciones.find((card) => isOpen(card, now))
  if (ofCourse && (id_modulo === null || course.estado_avance === 'terminado')) return ofCourse
  return course.modulos.find(({ id }) => id === id_modulo)?.evaluaciones.find((card) => isOpen(card, now))
}
