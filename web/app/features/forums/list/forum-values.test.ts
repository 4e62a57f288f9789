import { describe, expect, it } from 'vitest'
import { ApiError, OfflineError } from '../../../lib/errors'
import { bodyOf, emptyForum, parseValues, requestErrorOf, validationErrorOf, withType } from './forum-values'

const good = {
  ...emptyForum({ tipo_foro: 'curso', id_curso: 7, id_modulo: 0 }),
  titulo: 'Una duda',
  contenido: '<p>¿Cómo?</p>',
}

describe('validation of a forum', () => {
  it.each([
    ['nothing', {}, null, null],
    ['the title', { titulo: '  ' }, 'Campos requeridos', 'El título y contenido son obligatorios.'],
    ['the content', { contenido: '<p> &nbsp;</p>' }, 'Campos requeridos', 'El título y contenido son obligatorios.'],
    ['nothing of a picture alone', { contenido: '<img src="/a.webp" alt="a">' }, null, null],
    ['the course', { id_curso: 0 }, 'Curso requerido', 'Debes seleccionar un curso.'],
    ['the module', { tipo_foro: 'modulo' as const }, 'Módulo requerido', 'Debes seleccionar un módulo.'],
    ['nothing of a general one', { tipo_foro: 'general' as const, id_curso: 0 }, null, null],
  ])('%s', (_case, part, title, text) => {
    const error = validationErrorOf({ ...good, ...part })
    expect([error?.title ?? null, error?.text ?? null]).toEqual([title, text])
  })
})

it('another type clears the chosen course and module; the same one does not', () => {
  expect(withType({ ...good, id_modulo: 3 }, 'modulo')).toMatchObject({ id_curso: 0, id_modulo: 0 })
  expect(withType(good, 'curso')).toBe(good)
})

it('sends only the course or module of its type', () => {
  expect(bodyOf({ ...good, id_modulo: 3 })).toMatchObject({ id_curso: 7, id_modulo: null })
  expect(bodyOf({ ...good, tipo_foro: 'modulo', id_modulo: 3 })).toMatchObject({ id_curso: null, id_modulo: 3 })
})

describe('an error of the request', () => {
  const saying = (status: number, message: string, errors = {}) => new ApiError(status, { message, errors })
  it.each([
    ['of the network', new OfflineError(), 'No se pudo guardar el foro. Inténtalo de nuevo.'],
    ['of a broken server', saying(500, 'interno'), 'Error'],
    ['of a throttle', saying(429, 'Demasiados intentos.'), 'No se pudo guardar el foro. Inténtalo de nuevo.'],
    ['of a field', saying(422, 'mal', { id_modulo: ['Debes seleccionar un módulo.'] }), 'Módulo requerido'],
    ['unknown', new Error('x'), 'Error'],
  ])('%s', (_case, error, title) => {
    expect(requestErrorOf(error).title).toBe(title)
  })
})

describe('a draft', () => {
  it('is restored as it was stored', () => {
    expect(parseValues(JSON.stringify(good))).toEqual(good)
  })
  it.each(['', 'hola', 'null', '{}', '{"titulo":"a","descripcion":"","contenido":"","tipo_foro":"otro"}'])(
    '%j is none',
    (text) => {
      expect(parseValues(text)).toBeNull()
    },
  )
})
