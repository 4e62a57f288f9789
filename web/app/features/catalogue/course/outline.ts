import type { Course, ShopCard, ShopCourse } from '@campus/contract/catalogue'
import type { DetailedCourse } from '@campus/contract/learning'
import { isExam } from '@campus/contract/rules'
import { isBlank } from '@campus/contract/texts'

const MAX_RELATED = 4

/** Without the texts that only the course's own page shows. */
export function toCourseCard({ descripcion, aprenderas, ...card }: ShopCourse): ShopCard {
  return card
}

/** The public part of a module. */
export type OutlineModule = {
  id: number
  nombre: string
  horas: number
  lecciones: Omit<DetailedCourse['modulos'][number]['lecciones'][number], 'completada'>[]
  examen: boolean
}

/** The public part of a course, without any user's state. */
export type Outline = Course &
  Pick<DetailedCourse, 'docentes' | 'id_cliente' | 'certificado' | 'proxima_clase' | 'grupos'> & {
    modulos: OutlineModule[]
    examenFinal: boolean
  }

export type DetailPage = { course: Outline; related: ShopCard[] }

export function outlineOf(course: DetailedCourse): Outline {
  const { matriculado, progreso, siguiente, estado_avance, ultima_actividad, intento_abierto, ...shown } = course
  const { codigo_certificado, evaluaciones, modulos, ...offered } = shown
  return {
    ...offered,
    descripcion: isBlank(offered.descripcion) ? '' : offered.descripcion,
    modulos: modulos.map(({ id, nombre, horas, lecciones, evaluaciones: cards }) => ({
      id,
      nombre,
      horas,
      lecciones: lecciones.map(({ completada: _, ...lesson }) => lesson),
      examen: cards.some(isExam),
    })),
    examenFinal: evaluaciones.some(isExam),
  }
}

/** Courses of the same category first. */
export function relatedTo(course: Pick<Course, 'id' | 'id_categoria'>, all: ShopCourse[]): ShopCard[] {
  const isSame = ({ id_categoria }: ShopCourse) => id_categoria === course.id_categoria
  return all
    .filter(({ id }) => id !== course.id)
    .toSorted((a, b) => Number(isSame(b)) - Number(isSame(a)))
    .slice(0, MAX_RELATED)
    .map(toCourseCard)
}

/** The number of exams needed for the certificate. */
export const countExams = ({ modulos, examenFinal }: Pick<Outline, 'modulos' | 'examenFinal'>): number =>
  modulos.filter(({ examen }) => examen).length + (examenFinal ? 1 : 0)

export const lessonsOf = ({ modulos }: Pick<Outline, 'modulos'>) => modulos.flatMap(({ lecciones }) => lecciones)

/** The first free lesson with a video. */
export const trialOf = (course: Pick<Outline, 'modulos'>) =>
  lessonsOf(course).find(({ archivos }) => archivos.length > 0)

export const countLessons = (course: Pick<Outline, 'modulos'>): number => lessonsOf(course).length

const BIOGRAPHY_LENGTH = 160

/** Splits after the last sentence that fits, at least the first; a very short rest is not split. */
export function splitBiography(text: string): [beginning: string, rest: string] {
  const whole = text.trim()
  const ends = [...whole.matchAll(/[.!?…]["»”).]*(?=\s|$)/g)].map((end) => end.index + end[0].length)
  const cut = ends.findLast((end) => end <= BIOGRAPHY_LENGTH) ?? ends[0] ?? whole.length
  const beginning = whole.slice(0, cut)
  const rest = whole.slice(cut).trim()
  return rest.length < 40 ? [whole, ''] : [beginning, rest]
}
