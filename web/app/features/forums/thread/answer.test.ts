import { isBlank } from '@campus/contract/texts'
import { describe, expect, it } from 'vitest'
import { ApiError, OfflineError } from '../../../lib/errors'
import { formatDateTime } from '../../../lib/format'
import { targetOf } from './post-address'
import { withPictures } from './post-body'
import { TEXTS } from './texts'
import { parseReply, serializeReply } from './use-reply'
import { requestErrorOf, validationErrorOf } from './validation'

describe('the draft of an answer', () => {
  it.each(['', '   ', '<p></p>', '<p>&nbsp; </p>', '<ul><li><p></p></li></ul>'])('%j is none', (html) => {
    expect(isBlank(html)).toBe(true)
    expect(validationErrorOf(html, 'Debes escribir una respuesta.')).toEqual({
      title: 'Contenido requerido',
      text: 'Debes escribir una respuesta.',
    })
  })

  it('a picture alone is content', () => {
    expect(validationErrorOf('<p><img src="/api/storage/imagenes/x.webp" alt="x"></p>', 'no')).toBeNull()
  })

  it('is restored with its recipient', () => {
    const reply = { a: { id: 7, nombre: 'Rosa' }, html: '<p>Hola</p>' }
    expect(parseReply(serializeReply(reply))).toEqual(reply)
    expect(serializeReply({ ...reply, html: '' })).toBe('')
  })

  it.each(['', 'no es json', 'null', '3', '{"a":5,"html":7}'])('takes %j for nothing', (stored) => {
    expect(parseReply(stored)).toBeNull()
  })
})

describe('an error of the request', () => {
  const title = 'No se pudo enviar la respuesta.'
  it.each([
    ['no network', new OfflineError(), title, /Tu texto está guardado/],
    ['a broken server', new ApiError(500, undefined), title, /Tu texto está guardado/],
    [
      'a reason',
      new ApiError(409, { message: 'Esta respuesta fue eliminada.' }),
      title,
      /^Esta respuesta fue eliminada\.$/,
    ],
    [
      'the field',
      new ApiError(422, { message: 'x', errors: { contenido: ['El texto es demasiado largo.'] } }),
      'Contenido requerido',
      /^El texto es demasiado largo\.$/,
    ],
  ])('%s', (_, error, shown, text) => {
    expect(requestErrorOf(error, title)).toEqual({ title: shown, text: expect.stringMatching(text) })
  })
})

it.each([
  ['post=12', 12],
  ['post=0', null],
  ['post=90071992547409920', null],
  ['post=1a', null],
  ['', null],
])('the address ?%s leads to %s', (query, target) => {
  expect(targetOf(new URLSearchParams(query))).toBe(target)
})

it('stored pictures get a srcset and reserved space; others do not change', () => {
  const stem = `/api/storage/imagenes/${'a'.repeat(64)}`
  const shown = withPictures(`<p><img src="${stem}-1280.webp" alt="x" width="640" height="480" /></p>`)
  expect(shown).toContain(`srcset="${stem}-320.webp 320w, ${stem}-640.webp 640w, ${stem}-1280.webp 1280w"`)
  expect(shown).toContain('loading="lazy"')
  expect(shown).toContain('width="640" height="480"')
  expect(withPictures(`<img src="${stem}-1280.webp" alt="x" />`)).toMatch(/ width="1280" height="720" data-loose /)
  expect(withPictures('<img src="https://x.pe/a.webp" alt="">')).toBe('<img src="https://x.pe/a.webp" alt="">')
})

it('shows the texts of the specification', () => {
  expect(TEXTS).toMatchObject({
    loadError: 'No se pudo cargar el foro.',
    sendError: 'No se pudo enviar la respuesta.',
    likeError: 'No se pudo procesar el like.',
    updateError: 'No se pudo actualizar la respuesta.',
    removeError: 'No se pudo eliminar la respuesta.',
    noForum: 'No se pudo identificar el foro. Por favor, regresa a la lista de cursos.',
  })
  expect(formatDateTime(null)).toBe('Fecha no disponible')
})
