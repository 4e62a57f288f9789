import { describe, expect, it } from 'vitest'
import { foldName, nameMatcher } from './match'

describe('names', () => {
  it('are compared without case, accents and needless spaces', () => {
    expect(foldName('  Animación   3D ')).toBe('animacion 3d')
    expect(foldName('ÑUSTA')).toBe('nusta')
  })

  it.each([
    ['', 'Animación 3D', true],
    ['   ', 'Animación 3D', true],
    ['ANIMACION', 'Animación 3D', true],
    ['animación', 'ANIMACION 3D', true],
    ['ima', 'Animación 3D', true],
    ['3d animación', 'Animación 3D', true],
    ['  cine   corto ', 'Cine corto', true],
    ['cine largo', 'Cine corto', false],
    ['diseño', 'Diseno web', true],
    ['x', 'Animación 3D', false],
    ['.*', 'Animación 3D', false],
  ])('typed %j fits %j: %s', (typed, name, fits) => expect(nameMatcher(typed)(name)).toBe(fits))

  it('stay instant with hundreds of courses', () => {
    const names = Array.from({ length: 1000 }, (_, n) => `Curso número ${n} de comunicación efectiva`)
    const begin = performance.now()
    for (const typed of ['c', 'co', 'com', 'comunicacion 9', 'zzz']) names.filter(nameMatcher(typed))
    // Five keys; a phone ten times slower would still be below 100 ms each.
    expect(performance.now() - begin).toBeLessThan(50)
  })
})
