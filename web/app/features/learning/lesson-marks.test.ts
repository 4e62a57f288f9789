import type { Dashboard, DetailedCourse, DetailedLesson, Enrollment, NextPiece } from '@campus/contract/learning'
import { describe, expect, it } from 'vitest'
import {
  addMark,
  courseWithMarks,
  dashboardWithMarks,
  enrolmentsWithMarks,
  type LessonMark,
  lessonWithMarks,
  parseMarks,
  pieceAfter,
  withoutMark,
} from './lesson-marks'

const CURSO = 5
const piece = (id_leccion: number, id_modulo = 1): NextPiece => ({
  ...{ tipo: 'leccion', id_curso: CURSO, id_modulo, id_leccion, titulo: `Lección ${id_leccion}` },
  ...{ modulo: id_modulo === 1 ? 'Módulo 1' : '', segundo: 0 },
})
const mark = (leccion: number, over: Partial<LessonMark> = {}): LessonMark => ({
  ...{ leccion, curso: CURSO, titulo: `Lección ${leccion}`, accion: 'completar', antes: false, siguiente: null },
  ...over,
})
const item = (id: number, completada = false) => ({
  id,
  titulo: `Lección ${id}`,
  duracion: 5,
  gratis: false,
  completada,
})

type LessonShape = { id?: number; done?: number[]; next?: [number, number] | null; exam?: boolean | null }

/** The second of three lessons of module 1. */
function aLesson({ id = 2, done = [], next = [3, 1], exam = null }: LessonShape = {}) {
  return {
    id,
    completada: done.includes(id),
    modulo: { id: 1, id_curso: CURSO, nombre: 'Módulo 1' },
    curso: { id: CURSO, siguiente: piece(id), estado_avance: 'en_curso' },
    lecciones: [1, 2, 3].map((one) => item(one, done.includes(one))),
    siguiente: next && { id: next[0], id_modulo: next[1], titulo: `Lección ${next[0]}` },
    evaluaciones: exam === null ? [] : [{ id: 8, nombre: 'Examen 1', modelo: 1, aprobado: exam }],
  } as unknown as DetailedLesson
}
const examPiece = {
  tipo: 'examen',
  id_curso: CURSO,
  id_modulo: 1,
  id_evaluacion: 8,
  titulo: 'Examen 1',
  modulo: 'Módulo 1',
}

describe('where to go on without the server', () => {
  it.each<[string, DetailedLesson, unknown]>([
    ['the next lesson of the module', aLesson(), piece(3)],
    ['the next one that is not done', aLesson({ id: 1, done: [2] }), piece(3)],
    ['an earlier one that is not done, before the next module', aLesson({ id: 3, done: [2], next: [4, 2] }), piece(1)],
    ['the next module', aLesson({ id: 3, done: [1, 2], next: [4, 2] }), piece(4, 2)],
    [
      'a lesson of another module that was left out, before the next module',
      { ...aLesson({ id: 3, done: [1, 2], next: [4, 2] }), curso: { ...aLesson().curso, siguiente: piece(9, 7) } },
      piece(9, 7),
    ],
    [
      'the next module before the exam, which needs the server',
      aLesson({ id: 3, done: [1, 2], next: [4, 2], exam: false }),
      piece(4, 2),
    ],
    ['the exam when no lesson is left', aLesson({ id: 3, done: [1, 2], next: null, exam: false }), examPiece],
    ['the course after the last piece', aLesson({ id: 3, done: [1, 2], next: null, exam: true }), null],
    [
      'an earlier lesson that was left out',
      { ...aLesson({ id: 3, next: null }), curso: { ...aLesson().curso, siguiente: piece(1) } },
      piece(1),
    ],
  ])('%s', (_, lesson, expected) => expect(pieceAfter(lesson)).toEqual(expected))
})

describe('the queue', () => {
  it('holds one mark of each lesson, the latest, and what was true before the first', () => {
    const taken = mark(1, { accion: 'quitar', antes: true })
    expect(addMark([mark(1), mark(2)], taken)).toEqual([mark(2), { ...taken, antes: false }])
  })
  it('gives up a mark that was sent, not one that was made meanwhile', () => {
    expect(withoutMark([mark(1), mark(2)], mark(1))).toEqual([mark(2)])
    const undone = mark(1, { accion: 'quitar' })
    expect(withoutMark([undone], mark(1))).toEqual([undone])
  })
  it('comes back from the device as it was, without what is broken', () => {
    const good = [mark(1, { siguiente: piece(2) }), mark(2, { siguiente: examPiece as NextPiece })]
    const broken = [null, 7, {}, { ...mark(3), accion: 'borrar' }, { ...mark(3), siguiente: { tipo: 'leccion' } }]
    expect(parseMarks(JSON.stringify([...good, ...broken]))).toEqual(good)
  })
  it.each([null, '', 'no es json', '7', '{}'])('is empty when %s is stored', (text) => {
    expect(parseMarks(text)).toEqual([])
  })
})

describe('what the screens show meanwhile', () => {
  const marks = [mark(2, { siguiente: piece(3) })]

  it('is the lesson as done, in its bar and its list, with where to go on', () => {
    const shown = lessonWithMarks(aLesson(), marks)
    expect(shown.completada).toBe(true)
    expect(shown.lecciones.map(({ completada }) => completada)).toEqual([false, true, false])
    expect(shown.curso.siguiente).toEqual(piece(3))
    expect(lessonWithMarks(aLesson({ id: 3 }), marks).lecciones[1]?.completada).toBe(true)
  })
  it('is the lesson as it was when its mark was taken back', () => {
    const taken = [mark(2, { accion: 'quitar', antes: true })]
    expect(lessonWithMarks(aLesson({ done: [2] }), taken)).toMatchObject({ completada: false })
  })
  it('leaves another course alone', () => {
    const lesson = aLesson()
    expect(lessonWithMarks(lesson, [mark(2, { curso: 99 })])).toBe(lesson)
  })

  const progreso = { lecciones: 3, completadas: 1, examenes: 1, aprobados: 0, porcentaje: 25 }
  it.each<[string, LessonMark[], number, number]>([
    ['one more', marks, 2, 50],
    ['two more', [mark(2), mark(3)], 3, 75],
    ['one taken back', [mark(1, { accion: 'quitar', antes: true })], 0, 0],
    ['one made and taken back', [mark(2, { accion: 'quitar' })], 1, 25],
    ['one that is known', [mark(1, { antes: true })], 1, 25],
  ])('counts %s', (_, given, completadas, porcentaje) => {
    const enrolment = { curso: { id: CURSO }, estado_avance: 'en_curso', siguiente: null, progreso } as Enrollment
    expect(enrolmentsWithMarks([enrolment], given)[0]?.progreso).toMatchObject({ completadas, porcentaje })
  })

  it('counts the same on the page of the course, and by module', () => {
    const modulos = [{ id: 1, lecciones: [item(1, true), item(2), item(3)], estado: { completadas: 1 } }]
    const course = { id: CURSO, modulos, progreso, estado_avance: 'sin_empezar', siguiente: piece(2) }
    const shown = courseWithMarks(course as unknown as DetailedCourse, marks)
    expect(shown).toMatchObject({ progreso: { completadas: 2 }, estado_avance: 'en_curso', siguiente: piece(3) })
    expect(shown.modulos[0]).toMatchObject({ estado: { completadas: 2 }, lecciones: [{}, { completada: true }, {}] })
  })

  it('goes on from the dashboard where the device left off', () => {
    const cursos = [{ curso: { id: CURSO }, estado_avance: 'en_curso', siguiente: piece(2), progreso }]
    const inicio = { cursos, siguiente: piece(2) } as unknown as Dashboard
    expect(dashboardWithMarks(inicio, marks).siguiente).toEqual(piece(3))
    expect(dashboardWithMarks(inicio, [])).toBe(inicio)
  })
})
