import { describe, expect, it } from 'vitest'
import { listParams, nextSort, parseSort, withValues } from './list-state'

describe('the state of a list', () => {
  it('reads the sort of the address, otherwise the list’s own', () => {
    expect(parseSort('-nombre', 'creado_en')).toEqual({ column: 'nombre', descending: true })
    expect(parseSort(null, '-creado_en')).toEqual({ column: 'creado_en', descending: true })
    expect(parseSort('', 'nombre')).toEqual({ column: 'nombre', descending: false })
  })

  it('turns the order around on the second press', () => {
    expect(nextSort({ column: 'nombre', descending: false }, 'nombre')).toBe('-nombre')
    expect(nextSort({ column: 'nombre', descending: true }, 'nombre')).toBe('nombre')
    expect(nextSort({ column: 'nombre', descending: true }, 'roles')).toBe('roles')
  })

  it('asks only for what is set, and for nothing that the list does not know', () => {
    const query = new URLSearchParams('q=rosa&rol=&desde=abc&otra=1')
    expect(listParams(query, ['rol', 'estado'])).toEqual({ q: 'rosa', desde: 'abc' })
  })

  it('returns to the first page when a filter changes', () => {
    const query = new URLSearchParams('q=rosa&desde=abc&rol=caja')
    expect(withValues(query, { rol: '' }).toString()).toBe('q=rosa')
    expect(withValues(query, { rol: 'marca' }).toString()).toBe('q=rosa&rol=marca')
  })
})
