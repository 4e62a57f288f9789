import type {
  Dashboard,
  DetailedCourse,
  DetailedLesson,
  Enrollment,
  NextPiece,
  Progress,
} from '@campus/contract/learning'
import { isExam } from '@campus/contract/rules'
import { storedList } from '../../lib/storage'

/** A lesson that was marked on this device and that the server does not know of yet (docs/product/learning.md 5.15). */
export type LessonMark = {
  leccion: number
  curso: number
  titulo: string
  /** `completar` also closes an open attendance; the others only set the mark or take it back. */
  accion: 'completar' | 'marcar' | 'quitar'
  /** Whether it was done before the first of the marks that wait. */
  antes: boolean
  /** Where to go on, as far as the device knows. */
  siguiente: NextPiece | null
}

const isDone = ({ accion }: LessonMark): boolean => accion !== 'quitar'

/** A later mark of a lesson replaces the earlier one. */
export function addMark(marks: readonly LessonMark[], mark: LessonMark): LessonMark[] {
  const earlier = marks.find(({ leccion }) => leccion === mark.leccion)
  return [...marks.filter((one) => one !== earlier), { ...mark, antes: earlier?.antes ?? mark.antes }]
}

/** A mark that was made while this one was on its way stays. */
export const withoutMark = (marks: readonly LessonMark[], { leccion, accion }: LessonMark): LessonMark[] =>
  marks.filter((mark) => mark.leccion !== leccion || mark.accion !== accion)

const isSelf = (piece: NextPiece | null, lesson: number): boolean =>
  piece?.tipo === 'leccion' && piece.id_leccion === lesson

/**
 * As the server will say (docs/product/learning.md 5.7), as far as the device knows the course. An exam needs the server, so
 * that lessons come before it.
 */
export function pieceAfter(lesson: DetailedLesson): NextPiece | null {
  const { curso, modulo, lecciones, siguiente, evaluaciones } = lesson
  const ofModule = { tipo: 'leccion', id_curso: curso.id, id_modulo: modulo.id, modulo: modulo.nombre } as const
  const place = lecciones.findIndex(({ id }) => id === lesson.id)
  const isLeft = ({ id, completada }: Item) => !completada && id !== lesson.id
  const next = lecciones.slice(place + 1).find(isLeft) ?? lecciones.find(isLeft)
  if (next) return { ...ofModule, id_leccion: next.id, titulo: next.titulo, segundo: 0 }
  const known = isSelf(curso.siguiente, lesson.id) ? null : curso.siguiente
  if (known?.tipo === 'leccion' && known.id_modulo !== modulo.id) return known
  if (siguiente && siguiente.id_modulo !== modulo.id) {
    const { id, id_modulo, titulo } = siguiente
    return { ...ofModule, id_modulo, modulo: '', id_leccion: id, titulo, segundo: 0 }
  }
  const exam = evaluaciones.find((card) => isExam(card) && !card.aprobado)
  if (!exam) return known
  const { id: id_evaluacion, nombre: titulo } = exam
  return { tipo: 'examen', id_curso: curso.id, id_modulo: modulo.id, id_evaluacion, titulo, modulo: modulo.nombre }
}

const ofCourse = (marks: readonly LessonMark[], course: number) => marks.filter(({ curso }) => curso === course)

function pieceWith(known: NextPiece | null, marks: readonly LessonMark[]): NextPiece | null {
  const last = marks.findLast(isDone)
  return last ? last.siguiente : known
}

function progressWith(progress: Progress, marks: readonly LessonMark[]): Progress {
  const more = marks.reduce((sum, mark) => sum + Number(isDone(mark)) - Number(mark.antes), 0)
  const completadas = Math.min(progress.lecciones, Math.max(0, progress.completadas + more))
  const pieces = progress.lecciones + progress.examenes
  const porcentaje = pieces && Math.floor((100 * (completadas + progress.aprobados)) / pieces)
  return { ...progress, completadas, porcentaje }
}

type Item = { id: number; completada: boolean }

/** The lessons as they will be once every mark has arrived. */
function itemsWith<I extends Item>(items: readonly I[], marks: readonly LessonMark[]): I[] {
  const done = new Map(marks.map((mark) => [mark.leccion, isDone(mark)]))
  return items.map((item) => ({ ...item, completada: done.get(item.id) ?? item.completada }))
}

export function lessonWithMarks(lesson: DetailedLesson, all: readonly LessonMark[]): DetailedLesson {
  const marks = ofCourse(all, lesson.curso.id)
  if (marks.length === 0) return lesson
  const [self = lesson] = itemsWith([lesson], marks)
  const curso = { ...lesson.curso, siguiente: pieceWith(lesson.curso.siguiente, marks) }
  return { ...self, lecciones: itemsWith(lesson.lecciones, marks), curso }
}

function moduleWith(module: DetailedCourse['modulos'][number], marks: readonly LessonMark[]) {
  const lecciones = itemsWith(module.lecciones, marks)
  const completadas = lecciones.filter(({ completada }) => completada).length
  return { ...module, lecciones, estado: module.estado && { ...module.estado, completadas } }
}

type Begun = Pick<DetailedCourse, 'siguiente' | 'estado_avance'>

function placeWith<P extends Begun>(place: P, marks: readonly LessonMark[]): P {
  const begun = place.estado_avance === 'sin_empezar' && marks.some(isDone)
  return {
    ...place,
    siguiente: pieceWith(place.siguiente, marks),
    estado_avance: begun ? 'en_curso' : place.estado_avance,
  }
}

export function courseWithMarks(course: DetailedCourse, all: readonly LessonMark[]): DetailedCourse {
  const marks = ofCourse(all, course.id)
  if (marks.length === 0) return course
  const modulos = course.modulos.map((module) => moduleWith(module, marks))
  return { ...placeWith(course, marks), modulos, progreso: course.progreso && progressWith(course.progreso, marks) }
}

export const enrolmentsWithMarks = (enrolments: Enrollment[], all: readonly LessonMark[]): Enrollment[] =>
  enrolments.map((enrolment) => {
    const marks = ofCourse(all, enrolment.curso.id)
    if (marks.length === 0) return enrolment
    return { ...placeWith(enrolment, marks), progreso: progressWith(enrolment.progreso, marks) }
  })

export function dashboardWithMarks(inicio: Dashboard, marks: readonly LessonMark[]): Dashboard {
  if (marks.length === 0) return inicio
  const cursos = enrolmentsWithMarks(inicio.cursos, marks)
  const first = cursos.find(({ estado_avance, siguiente }) => estado_avance !== 'terminado' && siguiente)
  return { ...inicio, cursos, siguiente: first?.siguiente ?? inicio.siguiente }
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value)

function isPiece(value: unknown): value is NextPiece | null {
  if (value === null) return true
  const piece = value as Partial<NextPiece> | undefined
  if (!isId(piece?.id_curso) || typeof piece.titulo !== 'string') return false
  if (piece.tipo === 'leccion') return isId(piece.id_modulo) && isId(piece.id_leccion)
  return piece.tipo === 'examen' && isId(piece.id_evaluacion)
}

function isMark(value: unknown): value is LessonMark {
  const mark = value as Partial<LessonMark> | null
  return (
    isId(mark?.leccion) &&
    isId(mark.curso) &&
    typeof mark.titulo === 'string' &&
    ['completar', 'marcar', 'quitar'].includes(String(mark.accion)) &&
    typeof mark.antes === 'boolean' &&
    isPiece(mark.siguiente)
  )
}

/** What this device stored. */
export const parseMarks = (text: string | null): LessonMark[] => storedList(text, isMark)
