import { describe, expect, it } from 'vitest'
import { isPictureAddress, linkAddress } from './link-address'

describe('a typed address', () => {
  it.each([
    ['https://campus.pe/a?b=c#d', 'https://campus.pe/a?b=c#d'],
    ['  campus.pe ', 'https://campus.pe'],
    ['www.campus.pe/cursos', 'https://www.campus.pe/cursos'],
    ['ana@campus.pe', 'mailto:ana@campus.pe'],
    ['mailto:ana@campus.pe', 'mailto:ana@campus.pe'],
    ['tel:+5115550100', 'tel:+5115550100'],
    ['http://campus.pe', null],
    ['javascript:alert(1)', null],
    ['data:text/html,hola', null],
    ['//campus.pe', null],
    ['hola', null],
    ['', null],
  ])('%j is %j', (typed, address) => {
    expect(linkAddress(typed)).toBe(address)
  })
})

it('pictures come by https or from the campus', () => {
  expect(isPictureAddress('https://campus.pe/a.webp')).toBe(true)
  expect(isPictureAddress('/api/storage/imagenes/a-1280.webp')).toBe(true)
  for (const wrong of [
    '//otro.pe/a.png',
    'http://otro.pe/a.png',
    'data:image/png;base64,AA',
    'file:///C:/a.png',
    'a.png',
  ])
    expect(isPictureAddress(wrong)).toBe(false)
})
