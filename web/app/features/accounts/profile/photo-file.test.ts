import { expect, it } from 'vitest'
import { photoError, pixelError } from './photo-file'

it.each([
  [{ type: 'image/jpeg', size: 5_000_000 }, null],
  [{ type: 'image/png', size: 5_000_001 }, 'La foto puede pesar hasta 5 MB.'],
  [{ type: 'application/pdf', size: 10 }, 'El archivo debe ser una imagen.'],
  [{ type: '', size: 10 }, 'El archivo debe ser una imagen.'],
  [{ type: 'image/svg+xml', size: 10 }, 'El archivo debe ser una imagen.'],
])('%o: %s', (file, text) => {
  expect(photoError(file)).toBe(text)
})

it('takes up to 24 megapixels', () => {
  expect(pixelError(6000, 4000)).toBeNull()
  expect(pixelError(6001, 4000)).toBe('La imagen puede tener hasta 24 megapíxeles.')
})
