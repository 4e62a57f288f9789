import { describe, expect, it } from 'vitest'
import { foldName, nameMatcher } from './text-search'

describe('names', () => {
  it('are compared without case, accents and needless spaces', () => {
    expect(foldName('  Animación   3D ')).toBe('animacion 3d')
    expect(foldName('ÑUSTA')).toBe('nusta')
    expect(foldName('Sant´Anna–O‘Higgins')).toBe(foldName("Sant’Anna-O'Higgins"))
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
    ['revision orden', 'Órdenes en revisión', true],
    ['luces', 'Luz y sombra', true],
    ['luz', 'Las luces', true],
    ['LÁPICES', 'El lapiz', true],
    ['exámenes', 'Examen final', true],
    ['evaluaciones', 'Evaluación', true],
    ['jóvenes', 'Joven', true],
    ['mesa', 'El mes', false],
    ['casa', 'El caso', false],
    ['paisaje', 'Un país', false],
  ])('typed %j fits %j: %s', (typed, name, fits) => expect(nameMatcher(typed)(name)).toBe(fits))
})
