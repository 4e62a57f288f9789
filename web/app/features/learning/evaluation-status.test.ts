import type { EvaluationCard } from '@campus/contract/learning'
import { describe, expect, it } from 'vitest'
import { evaluationStatus } from './evaluation-status'

const NOW = Date.parse('2026-11-21T12:00:00-05:00')
const card = (fields: Partial<EvaluationCard>): EvaluationCard => ({
  id: 1,
  nombre: 'Examen',
  modelo: 1,
  id_modulo: 2,
  id_curso: 3,
  intentos: 3,
  intentos_usados: 0,
  porcentaje: null,
  aprobado: null,
  abierto: false,
  pendiente: false,
  respondida: false,
  fecha_apertura: null,
  fecha_cierre: null,
  cerrado_por_lecciones: null,
  ...fields,
})
const says = (fields: Partial<EvaluationCard>) => evaluationStatus(card(fields), NOW)

describe('evaluationStatus', () => {
  it('counts the attempts that are left', () => {
    expect(says({})).toEqual({ tone: 'todo', text: 'Pendiente, te quedan 3 intentos' })
    expect(says({ intentos_usados: 2 }).text).toBe('Pendiente, te queda 1 intento')
    expect(says({ intentos_usados: 3 })).toEqual({ tone: 'closed', text: 'Sin intentos' })
  })

  it('shows the best result first', () => {
    const closed = { fecha_cierre: '2026-11-01T12:00:00-05:00', intentos_usados: 1 }
    expect(says({ ...closed, porcentaje: 85.5, aprobado: true })).toEqual({
      tone: 'done',
      text: 'Excelente · 85.5 %',
    })
    expect(says({ porcentaje: 40, aprobado: false, intentos_usados: 2 })).toEqual({
      tone: 'failed',
      text: 'Pendiente · 40 %, te queda 1 intento',
    })
    expect(says({ porcentaje: 40, aprobado: false, intentos_usados: 3 })).toEqual({
      tone: 'exhausted',
      text: 'Pendiente · 40 %, sin intentos',
    })
    expect(says({ ...closed, porcentaje: 40, aprobado: false })).toEqual({
      tone: 'exhausted',
      text: 'Pendiente · 40 %, cerró el 1 nov 2026, 12:00',
    })
    expect(says({ pendiente: true }).text).toBe('En revisión')
    expect(says({ pendiente: true, porcentaje: 85, aprobado: true }).text).toBe('Excelente · 85 %')
    expect(says({ ...closed, abierto: true, porcentaje: 40, aprobado: false })).toEqual({
      tone: 'running',
      text: 'En curso',
    })
  })

  it('shows what it waits for, beside a result and after what lessons cannot change', () => {
    const waiting = (fields: Partial<EvaluationCard>) =>
      says({ cerrado_por_lecciones: { desde: 80, faltan: 1 }, ...fields })
    const text = 'Se abre con el 80 % de las lecciones: te falta 1'
    expect(waiting({})).toEqual({ tone: 'closed', text })
    const failed = { porcentaje: 40, aprobado: false, intentos_usados: 1 }
    expect(waiting(failed)).toEqual({ tone: 'closed', text: `Pendiente · 40 %. ${text}` })
    expect(waiting({ ...failed, intentos_usados: 3 }).text).toBe('Pendiente · 40 %, sin intentos')
    expect(waiting({ ...failed, abierto: true }).text).toBe('En curso')
    expect(waiting({ porcentaje: 90, aprobado: true }).text).toBe('Excelente · 90 %')
    expect(waiting({ fecha_cierre: '2026-11-21T12:00:00-05:00' }).text).toBe('Cerró el 21 nov 2026, 12:00')
  })

  it('shows when it opens and that it closed', () => {
    expect(says({ fecha_apertura: '2026-12-01T19:30:00-05:00' }).text).toBe('Abre el 1 dic 2026, 19:30')
    expect(says({ fecha_cierre: '2026-11-21T12:00:00-05:00' }).text).toBe('Cerró el 21 nov 2026, 12:00')
  })

  it('asks for a survey only until it is answered', () => {
    expect(says({ modelo: 2 }).tone).toBe('todo')
    expect(says({ modelo: 2, respondida: true })).toEqual({ tone: 'done', text: 'Respondida, ¡gracias!' })
  })
})
