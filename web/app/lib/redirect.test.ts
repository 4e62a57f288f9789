import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loginPath, ownPath, safeRedirect, withBrand } from './redirect'

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

  it.each([
    '/.//evil.example/robar',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/%2E%2e//evil.example',
    '/a/b/../..//evil.example',
    '/a/.././/evil.example',
    '/./%2e/..//evil.example',
    '/.///evil.example',
    '/a/%2e%2e//evil.example:443/x?y#z',
  ])('does not follow %s, which a browser reads as another host', (target) => {
    expect(safeRedirect(target)).toBe('/inicio')
    expect(ownPath(target)).toBeNull()
  })

  it.each([
    ['/./inicio', '/inicio'],
    ['/a/../miscursos?x=//evil.example#//evil', '/miscursos?x=//evil.example#//evil'],
    ['/foro/1 2', '/foro/1%202'],
    ['/@evil.example', '/@evil.example'],
    ['/a//evil.example', '/a//evil.example'],
    ['/%2f/evil.example', '/%2f/evil.example'],
    ['/%5cevil.example', '/%5cevil.example'],
  ])('follows %s as the path it is', (target, path) => {
    expect(safeRedirect(target)).toBe(path)
  })
})

describe('an address from outside', () => {
  const origin = 'https://campus.example'
  const pieces = [
    '/',
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%2E',
    '%2f',
    '%5c',
    ':',
    '@',
    '\t',
    '\n',
    '\r',
    '\0',
    ' ',
    '?',
    '#',
    'evil.example',
  ]
  const hostile = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''))
  const rooted = fc.oneof(
    hostile,
    hostile.map((text) => `/${text}`),
  )

  it('never leaves our own origin, in its own brand or another', () => {
    fc.assert(
      fc.property(rooted, (target) => {
        const path = safeRedirect(target)
        for (const address of [path, withBrand(path, 2), withBrand(target, 2)]) {
          expect(new URL(address, origin).origin).toBe(origin)
          expect(address).toMatch(/^\/(?![/\\])/)
        }
      }),
      { numRuns: 5000 },
    )
  })

  it('is normalised once and for all', () => {
    fc.assert(
      fc.property(rooted, (target) => {
        const path = ownPath(target)
        expect(ownPath(path)).toBe(path)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('loginPath', () => {
  it('contains the full return address', () => {
    const path = loginPath({ pathname: '/miscursos/4/modulos', search: '?x=1&y=2', hash: '#dos' })
    expect(path).toBe('/login?redirect=%2Fmiscursos%2F4%2Fmodulos%3Fx%3D1%26y%3D2%23dos')
    const back = new URL(path, 'https://campus.example').searchParams.get('redirect')
    expect(safeRedirect(back)).toBe('/miscursos/4/modulos?x=1&y=2#dos')
  })
})

describe('withBrand', () => {
  it('adds or replaces only the brand', () => {
    expect(withBrand('/inicio', 3)).toBe('/inicio?marca=3')
    expect(withBrand('/premios?marca=1&x=2#uno', 3)).toBe('/premios?marca=3&x=2#uno')
  })

  it.each(['/.//evil.example/robar', '//evil.example', 'https://evil.example'])('does not take %s along', (target) => {
    expect(withBrand(target, 2)).toBe('/inicio?marca=2')
  })
})
