import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loginPath, safeRedirect, withBrand } from './redirect'

describe('safeRedirect', () => {
  it.each(['/inicio', '/miscursos/4/modulos?x=1#dos', '/', '/examen/1/2/modulo'])('follows %s', (target) => {
    expect(safeRedirect(target)).toBe(target)
  })

  it.each([
    undefined,
    null,
    '',
    'inicio',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/ok\n//evil.example',
    '/\t/evil.example',
    '/ok\\..\\evil',
  ])('does not follow %j', (target) => {
    expect(safeRedirect(target)).toBe('/inicio')
  })

  it('never leaves our own origin', () => {
    const hostile = fc.string({ unit: fc.constantFrom('/', '\\', '.', ':', '@', '\t', '\n', ' ', 'e', '%', '?', '#') })
    fc.assert(
      fc.property(hostile, (target) => {
        expect(new URL(safeRedirect(target), 'https://campus.example').origin).toBe('https://campus.example')
      }),
      { numRuns: 2000 },
    )
  })
})

describe('loginPath', () => {
  it('carries the whole way back', () => {
    const path = loginPath({ pathname: '/miscursos/4/modulos', search: '?x=1&y=2', hash: '#dos' })
    expect(path).toBe('/login?redirect=%2Fmiscursos%2F4%2Fmodulos%3Fx%3D1%26y%3D2%23dos')
    const back = new URL(path, 'https://campus.example').searchParams.get('redirect')
    expect(safeRedirect(back)).toBe('/miscursos/4/modulos?x=1&y=2#dos')
  })
})

describe('withBrand', () => {
  it('adds or replaces the brand and keeps the rest', () => {
    expect(withBrand('/inicio', 3)).toBe('/inicio?marca=3')
    expect(withBrand('/premios?marca=1&x=2#uno', 3)).toBe('/premios?marca=3&x=2#uno')
  })
})
