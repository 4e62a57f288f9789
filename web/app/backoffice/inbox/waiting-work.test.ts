import type { Inbox } from '@campus/contract/inbox'
import { describe, expect, it } from 'vitest'
import { firstSteps } from './steps'
import { isDone, waitingWork } from './waiting-work'

const NOTHING: Inbox = {
  por_calificar: null,
  sin_responder: null,
  soporte: 0,
  reclamos: null,
  pagos_en_revision: null,
  devoluciones_pedidas: null,
  cuotas_vencidas: null,
  cupones_pasados: null,
  grupos_pasados: null,
  por_moderar: null,
  trabajos_con_errores: null,
  correos_fallidos: null,
  clases_hoy: null,
  primeros_pasos: null,
}

describe('the work that waits', () => {
  it('leaves out what is empty and what is not allowed', () => {
    expect(waitingWork(NOTHING)).toEqual([])
    expect(waitingWork({ ...NOTHING, soporte: 3 })).toMatchObject([{ label: 'Soporte sin responder', count: 3 }])
    expect(waitingWork({ ...NOTHING, sin_responder: 2 })).toMatchObject([{ path: 'preguntas', count: 2 }])
    expect(waitingWork({ ...NOTHING, cuotas_vencidas: 4 })).toMatchObject([
      { label: 'Cuotas vencidas', path: '/gestion/ventas?cuotas=vencidas', count: 4 },
    ])
  })

  it('names the day of the complaint that is due first', () => {
    const [complaints] = waitingWork({ ...NOTHING, reclamos: { total: 2, vence: '2026-12-01' } })
    expect(complaints).toMatchObject({ count: 2, note: 'El primero vence el 1 de diciembre de 2026' })
  })
})

describe('the first-day checklist', () => {
  const none = {
    marca: false,
    oferta: false,
    cobros: false,
    correo: false,
    docente: false,
    curso: false,
    examen: false,
    alumno: false,
    sin_examen: null,
  }

  it('marks what is done, and goes when all of it is', () => {
    const done = firstSteps({ ...none, correo: true, docente: true }).filter((step) => step.done)
    expect(done.map(({ key }) => key)).toEqual(['correo', 'docente'])
    const academy = { marca: true, oferta: true, cobros: true, correo: true }
    const all = { ...academy, docente: true, curso: true, examen: true, alumno: true }
    expect(isDone({ ...all, sin_examen: 7 })).toBe(true)
    expect(isDone({ ...all, oferta: false, sin_examen: null })).toBe(false)
    expect(isDone({ ...all, cobros: false, sin_examen: null })).toBe(false)
  })

  it('asks with which lessons exams open, where that is set, and says what 0 means', () => {
    const [settings] = firstSteps(none)
    expect(settings).toMatchObject({
      path: 'ajustes',
      text: expect.stringContaining('(0: los exámenes se pueden dar desde el primer día)'),
    })
  })

  it('leads to the course that lacks an exam', () => {
    const paths = (sin_examen: number | null) => firstSteps({ ...none, sin_examen }).map(({ path }) => path)
    expect(paths(7)[6]).toBe('/gestion/cursos/7')
    expect(paths(null)[6]).toBe('cursos')
  })
})
