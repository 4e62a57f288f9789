import { expect, it } from 'vitest'
import { ApiError } from '../../lib/errors'
import { answeredErrors } from './field-errors'

const FORM = { nombre: '', dominios: '', correo: '', firma_cargo: '', x: '', cuotas: [{ vence: '' }] }

it.each([
  ['nombre', 'nombre'],
  ['dominios.0', 'dominios'],
  ['administrador.correo', 'correo'],
  ['firma.cargo', 'firma_cargo'],
  ['redes.x', 'x'],
  ['cuotas.0.vence', 'cuotas.0.vence'],
  ['cuotas.1.vence', 'cuotas'],
  ['cuotas', 'cuotas'],
  ['envio', 'envio'],
])('what the server says of %s stands at %s', (path, field) => {
  const error = new ApiError(422, { message: 'Revisa los datos.', errors: { [path]: ['Así no.', 'Tampoco.'] } })
  expect(answeredErrors(error, FORM)).toEqual({ [field]: 'Así no.' })
})

it('of two texts for a field the first stands', () => {
  const errors = { 'dominios.0': ['El primero.'], 'dominios.1': ['El segundo.'] }
  expect(answeredErrors(new ApiError(422, { errors }), FORM)).toEqual({ dominios: 'El primero.' })
})

it('other failures are no errors of fields', () => expect(answeredErrors(new Error('x'), FORM)).toEqual({}))
