import type { DetailedCourse, EvaluationCard } from '@campus/contract/learning'
import { describe, expect, it } from 'vitest'
import { stepsOf } from './path-steps'

const exam = (id: number, fields: Partial<EvaluationCard> = {}) =>
  ({
    id,
    nombre: 'Examen final',
    modelo: 1,
    id_modulo: null,
    id_curso: 7,
    intentos: 2,
    intentos_usados: 0,
    porcentaje: null,
    ...fields,
  }) as EvaluationCard

const lesson = (id: number, completada: boolean) => ({ id, titulo: 'Luz', duracion: 9, completada })

const course = (fields: object) =>
  ({
    matriculado: true,
    codigo_certificado: null,
    certificado: true,
    progreso: { lecciones: 2, completadas: 1, examenes: 2, aprobados: 0, porcentaje: 25 },
    modulos: [
      {
        ...{ id: 3, id_curso: 7, nombre: 'Mirar', lecciones: [lesson(1, true), lesson(2, false)] },
        evaluaciones: [exam(4, { id_modulo: 3, porcentaje: 40, aprobado: false, intentos_usados: 1 })],
      },
    ],
    evaluaciones: [exam(5), exam(6, { modelo: 2 })],
    ...fields,
  }) as unknown as DetailedCourse

describe('what is missing for the certificate', () => {
  it('names lessons and exams with their state, each with its address', () => {
    expect(stepsOf(course({}))).toEqual({
      rule: 'Lo recibes al aprobar el examen final.',
      steps: [
        { key: 'lecciones', to: '/miscursos/7/modulos/3/leccion/2', name: 'Lecciones', state: '1 de 2', done: false },
        { key: 'examen 4', to: '/examen/4/3/modulo', name: 'Examen: Mirar', state: 'Pendiente · 40 %', done: false },
        { key: 'examen 5', to: '/examen/5/7/curso', name: 'Examen final', state: 'Pendiente', done: false },
      ],
    })
    expect(stepsOf(course({ evaluaciones: [] }))?.rule).toBe('Lo recibes al aprobar los exámenes de todos los módulos.')
  })

  it('leads to the lesson to go on with, otherwise to the first that is left', () => {
    const [module] = course({}).modulos
    const modulos = [{ ...module, lecciones: [lesson(1, false), lesson(2, true), lesson(3, false)] }]
    const to = (siguiente: unknown) => stepsOf(course({ modulos, siguiente }))?.steps[0]?.to
    expect(to({ tipo: 'leccion', id_leccion: 3 })).toBe('/miscursos/7/modulos/3/leccion/3')
    expect(to({ tipo: 'examen', id_evaluacion: 4 })).toBe('/miscursos/7/modulos/3/leccion/1')
  })

  it('says what an exam waits for, until it was passed or is under way', () => {
    const cerrado_por_lecciones = { desde: 80, faltan: 6 }
    const final = (fields: object) =>
      stepsOf(course({ evaluaciones: [exam(5, { cerrado_por_lecciones, ...fields })] }))?.steps.at(-1)?.state
    expect(final({})).toBe('Se abre con el 80 % de las lecciones: te faltan 6')
    expect(final({ porcentaje: 40, aprobado: false })).toBe('Se abre con el 80 % de las lecciones: te faltan 6')
    expect(final({ abierto: true })).toBe('En curso')
    expect(final({ porcentaje: 90, aprobado: true })).toBe('Excelente · 90 %')
    const [module] = course({}).modulos
    const modulos = [{ ...module, evaluaciones: [exam(4, { id_modulo: 3, cerrado_por_lecciones })] }]
    expect(stepsOf(course({ modulos }))?.steps[1]?.state).toBe('Se abre con el 80 % de las lecciones: te faltan 6')
  })

  it('is not there with the certificate, where the course gives none, or without an enrolment', () => {
    expect(stepsOf(course({ codigo_certificado: 'CERT-ABCDEFGHI' }))).toBeNull()
    expect(stepsOf(course({ certificado: false }))).toBeNull()
    expect(stepsOf(course({ matriculado: false }))).toBeNull()
  })
})
