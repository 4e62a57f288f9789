import { describe, expect, it } from 'vitest'
import { ApiError, OfflineError } from '../../lib/errors'
import { failureText } from './message-form'

const said = { message: 'Demasiados intentos.', mensaje: 'Demasiados intentos.', code: 'DEMASIADOS_INTENTOS' }

describe('a support message that was not sent', () => {
  it('shows the first validation error', () => {
    const errors = { mensaje: ['El mensaje no puede estar vacío y debe tener al menos 10 caracteres.', 'Otro.'] }
    expect(failureText(new ApiError(422, { ...said, errors }))).toBe(
      'El mensaje no puede estar vacío y debe tener al menos 10 caracteres.',
    )
  })

  it("otherwise the server's message", () => {
    expect(failureText(new ApiError(429, said))).toBe('Demasiados intentos.')
  })

  it('otherwise a general error, or no connection', () => {
    expect(failureText(new ApiError(502, undefined))).toBe('Hubo un error al enviar el mensaje.')
    expect(failureText(new Error('boom'))).toBe('Hubo un error al enviar el mensaje.')
    expect(failureText(new OfflineError())).toBe('No se pudo conectar con el servidor.')
  })
})
