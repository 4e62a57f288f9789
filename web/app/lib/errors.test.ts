import { expect, it } from 'vitest'
import { ApiError, failureText, OfflineError } from './errors'

const said = { message: 'Ese correo ya tiene una cuenta.', code: 'DATOS_INVALIDOS' }

it.each([
  [new ApiError(422, said), 'Ese correo ya tiene una cuenta.'],
  [new OfflineError(), 'No se pudo conectar con el servidor.'],
  [new ApiError(502, undefined), 'Ocurrió un error inesperado.'],
  [new SyntaxError('Unexpected token < in JSON'), 'Ocurrió un error inesperado.'],
  [new DOMException('The quota has been exceeded.'), 'Ocurrió un error inesperado.'],
  ['no es un error', 'Ocurrió un error inesperado.'],
])('%s reads «%s»', (error, text) => expect(failureText(error)).toBe(text))
