import { expect, it } from 'vitest'
import { examState } from './exam-state'

it.each([
  [{ porcentaje: 100 }, 'Excelente · 100 %'],
  [{ porcentaje: 80 }, 'Excelente · 80 %'],
  [{ porcentaje: 79.99 }, 'Bueno · 79.99 %'],
  [{ porcentaje: 60 }, 'Bueno · 60 %'],
  [{ porcentaje: 59.99 }, 'Pendiente · 59.99 %'],
  [{ porcentaje: 0 }, 'Pendiente · 0 %'],
  [{ porcentaje: null }, 'Pendiente'],
  [{ porcentaje: null, pendiente: true }, 'En revisión'],
  [{ porcentaje: 40, pendiente: true }, 'En revisión'],
  [{ porcentaje: 85, pendiente: true }, 'Excelente · 85 %'],
  [{ porcentaje: 40, abierto: true }, 'En curso'],
])('%j reads %s', (standing, text) => expect(examState(standing).text).toBe(text))
