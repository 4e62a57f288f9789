import { describe, expect, it } from 'vitest'
import { fileProblem, needsRedraw, sizeProblem } from './upload'

describe('a picture in a text', () => {
  it.each([
    ['image/jpeg', 5_000_000, null],
    ['image/jpeg', 5_000_001, 'La imagen puede pesar hasta 5 MB.'],
    ['application/pdf', 10, 'El archivo debe ser una imagen.'],
    ['image/svg+xml', 10, 'El archivo debe ser una imagen.'],
    ['', 10, 'El archivo debe ser una imagen.'],
  ])('%s of %i bytes: %s', (type, size, refusal) => {
    expect(fileProblem({ type, size })).toBe(refusal)
  })
  it('has at most 24 megapixels', () => {
    expect(sizeProblem(6000, 4000)).toBeNull()
    expect(sizeProblem(6001, 4000)).toBe('La imagen puede tener hasta 24 megapíxeles.')
  })
  it.each([
    ['image/jpeg', 4000, 2000, false],
    ['image/jpeg', 4000, 2001, true],
    ['image/png', 400, 12_001, true],
    ['image/avif', 10, 10, true],
    ['image/heic', 10, 10, true],
  ])('%s of %i x %i: redrawn before the upload: %s', (type, width, height, redrawn) => {
    expect(needsRedraw(type, width, height)).toBe(redrawn)
  })
})
