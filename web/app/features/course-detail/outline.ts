import type { Course, CourseCard } from '@campus/contract/catalogue'
import type { DetailedCourse } from '@campus/contract/learning'
import { EXAM_MODEL } from '@campus/contract/rules'
import { cardOf } from '../../platform/course-card'

/** Related courses that are shown at most. */
const RELATED = 4

/** A module as anybody may see it: its name, its lessons' titles and minutes, and whether it ends with an exam. */
export type OutlineModule = {
  id: number
  nombre: string
  horas: number
  lecciones: { id: number; titulo: string; duracion: number }[]
  examen: boolean
}

/** A course as its page offers it: no state of anybody, and not a byte that is not shown. */
export type Outline = Course & Pick<DetailedCourse, 'docentes'> & { modulos: OutlineModule[]; examenFinal: boolean }

/** A course's page as the server sends it. */
export type DetailPage = { course: Outline; related: CourseCard[] }

const hasExam = (cards: { modelo: number }[]) => cards.some(({ modelo }) => modelo === EXAM_MODEL)

/** The public part of a course. */
export function outlineOf(course: DetailedCourse): Outline {
  const { matriculado, progreso, continuar, codigo_certificado, evaluaciones, modulos, ...offered } = course
  return {
    ...offered,
    modulos: modulos.map(({ id, nombre, horas, lecciones, evaluaciones: cards }) => ({
      id,
      nombre,
      horas,
      lecciones: lecciones.map((lesson) => ({ id: lesson.id, titulo: lesson.titulo, duracion: lesson.duracion })),
      examen: hasExam(cards),
    })),
    examenFinal: hasExam(evaluaciones),
  }
}

/** Other courses that may please: those of the category first, then the brand's others. */
export function relatedTo(course: Pick<Course, 'id' | 'id_categoria'>, all: Course[]): CourseCard[] {
  const others = all.filter(({ id }) => id !== course.id)
  const near = others.filter(({ id_categoria }) => id_categoria === course.id_categoria)
  const rest = others.filter(({ id_categoria }) => id_categoria !== course.id_categoria)
  return [...near, ...rest].slice(0, RELATED).map(cardOf)
}

/** How many exams stand between a student and the course's certificate. */
export const examsOf = ({ modulos, examenFinal }: Pick<Outline, 'modulos' | 'examenFinal'>): number =>
  modulos.filter(({ examen }) => examen).length + (examenFinal ? 1 : 0)

/** How many lessons a course has. */
export const lessonsOf = ({ modulos }: Pick<Outline, 'modulos'>): number =>
  modulos.reduce((sum, { lecciones }) => sum + lecciones.length, 0)

/** A biography's beginning, whole sentences of about this length, and the rest. */
const BIOGRAPHY = 160

/** Splits a text after the last sentence that still fits, at least the first; what would leave a crumb is not split. */
export function splitBiography(text: string): [beginning: string, rest: string] {
  const whole = text.trim()
  const ends = [...whole.matchAll(/[.!?…]["»”).]*(?=\s|$)/g)].map((end) => end.index + end[0].length)
  const cut = ends.findLast((end) => end <= BIOGRAPHY) ?? ends[0] ?? whole.length
  const beginning = whole.slice(0, cut)
  const rest = whole.slice(cut).trim()
  return rest.length < 40 ? [whole, ''] : [beginning, rest]
}
