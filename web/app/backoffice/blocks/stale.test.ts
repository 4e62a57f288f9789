import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/errors'
import { mergeStale, staleCopy } from './stale'

const base = { nombre: 'Academia Andina', lema: 'Aprende', telefono: '999' }

describe('a stale save', () => {
  it('keeps what was typed and takes what only the other changed', () => {
    const mine = { ...base, nombre: 'Andina Perú' }
    const actual = { ...base, telefono: '111' }
    expect(mergeStale(base, mine, actual)).toEqual({ values: { ...mine, telefono: '111' }, theirs: {} })
  })

  it('names what both changed, with the other’s value', () => {
    const mine = { ...base, nombre: 'Andina Perú', lema: '' }
    const actual = { ...base, nombre: 'Andina', lema: '' }
    expect(mergeStale(base, mine, actual)).toEqual({ values: mine, theirs: { nombre: 'Andina' } })
  })

  it('is told from other failures by its code and its copy', () => {
    const actual = { datos: base, version: 4, por: { id: 5, nombre: 'Rosa Huamán' }, en: '2026-11-21T19:32:10-05:00' }
    expect(staleCopy(new ApiError(409, { code: 'CAMBIO_MIENTRAS', message: 'x', actual }))).toEqual(actual)
    expect(staleCopy(new ApiError(409, { code: 'YA_RESUELTO', message: 'x' }))).toBeNull()
    expect(staleCopy(new Error('x'))).toBeNull()
  })
})
