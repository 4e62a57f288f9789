import { expect, it } from 'vitest'
import { firstName, saveText, stateLook } from './save-text'

const current = { datos: {}, version: 1, por: null, en: '2026-11-23T19:31:00-05:00' }

it.each([
  [{ kind: 'idle' as const }, ''],
  [{ kind: 'saving' as const }, 'Guardando…'],
  [{ kind: 'saved' as const, at: Date.parse('2026-11-24T00:32:00Z') }, 'Guardado 19:32'],
  [{ kind: 'offline' as const }, 'Sin conexión: guardado aquí'],
  [{ kind: 'failed' as const, text: 'x' }, 'No se pudo guardar'],
  [{ kind: 'stale' as const, current }, 'Sin guardar: otra persona guardó cambios'],
])('%j', (save, text) => {
  expect(saveText(save)).toBe(text)
})

it('a published document with a new change has pending changes', () => {
  expect(stateLook('publicado', false).text).toBe('Publicado')
  expect(stateLook('publicado', true).text).toBe('Publicado con cambios pendientes')
  expect(stateLook('oculto', true).text).toBe('Oculto')
})

it('a person is named by the first name', () => {
  expect(firstName('Rosa Huamán')).toBe('Rosa')
})
