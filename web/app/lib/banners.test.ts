import { expect, it } from 'vitest'
import { textOf } from './banners'
import type { RootData } from './root-data'

const ROOT = { brand: { nombre: 'Qhapaq' }, courses: [{ id: 7, nombre: 'Guion' }] } as RootData

it.each([
  ['/cursos', 'Anuncio: Todos los cursos'],
  ['/detallecurso/7', 'Anuncio: Guion'],
  ['/detallecurso/8', 'Anuncio de Qhapaq'],
  ['https://ejemplo.pe/feria?x=1', 'Anuncio: ejemplo.pe'],
  ['javascript:alert(1)', 'Anuncio de Qhapaq'],
  [null, 'Anuncio de Qhapaq'],
])('a banner that leads to %s is read as «%s»', (link, text) => expect(textOf(link, ROOT)).toBe(text))
