import { describe, expect, it } from 'vitest'
import { ApiError, OfflineError } from '../../platform/errors'
import { failureText } from './failure'

const said = { message: 'Demasiados intentos.', mensaje: 'Demasiados intentos.', code: 'DEMASIADOS_INTENTOS' }

describe('a support message that was not sent', () => {
  it('says the first validation error', () => {
    const errors = { mensaje: ['El mensaje no puede estar vacío y debe tener al menos 10 caracteres.', 'Otro.'] }
    expect(failureText(new ApiError(422, { ...said, errors }))).toBe(
      'El mensaje no puede estar vacío y debe tener al menos 10 caracteres.',
    )
  })

  it('else what the server says', () => {
    expect(failureText(new ApiError(429, said))).toBe('Demasiados intentos.')
  })

  it('else that there was an error, or no connection', () => {
    expect(failureText(new ApiError(502, undefined))).toBe('Hubo un error al enviar el mensaje.')
    expect(failureText(new Error('boom'))).toBe('Hubo un error al enviar el mensaje.')
    expect(failureText(new OfflineError())).toBe('No se pudo conectar con el servidor.')
  })
})
