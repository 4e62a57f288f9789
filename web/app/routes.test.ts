import { describe, expect, it } from 'vitest'
import { CAMPUS_ROUTES, GUARDED_ROUTES, STOREFRONT_ROUTES } from '../../scripts/specification'
import routes from './routes'

type Route = { path?: string; index?: boolean; file: string; children?: Route[] }

/** Every address of the site with the layouts it stands in. */
function addresses(list: readonly Route[], above = '', inside: string[] = []): [string, string[]][] {
  return list.flatMap(({ path, index, file, children }) => {
    const here = path ? `${above}/${path}` : above
    const own: [string, string[]][] = path || index ? [[here || '/', inside]] : []
    return [...own, ...addresses(children ?? [], here, path ? inside : [...inside, file])]
  })
}

const site = new Map(addresses(routes))
const plain = (path: string) => path.replaceAll(/:\w+/g, ':')

describe('the site map', () => {
  const paths = new Map([...site].map(([path, inside]) => [plain(path), inside]))
  const missing = (wanted: string[]) => wanted.filter((path) => !paths.has(path))

  it('has every route of campus.md', () => expect(missing(CAMPUS_ROUTES)).toEqual([]))

  it('has every route of storefront.md', () => expect(missing(STOREFRONT_ROUTES)).toEqual([]))

  it('guards the routes that need a session', () => {
    expect(GUARDED_ROUTES.filter((path) => !paths.get(path)?.includes('shell/guard.tsx'))).toEqual([])
  })

  it('leaves the public ones open', () => {
    const open = ['/', '/login/:?', '/registro', '/restablecer/:', '/certificado/:?', '/premios', '/referidos']
    for (const path of [...open, '/cursos/:?', '/detallecurso/:?', '/carrito', '/pago'])
      expect(paths.get(path), path).not.toContain('shell/guard.tsx')
  })

  it('shows login, brands, reset and verification without menu and footer', () => {
    for (const path of ['/login/:?', '/registro', '/marcas', '/restablecer/:', '/certificado/:?'])
      expect(paths.get(path), path).toEqual(['shell/bare-layout.tsx'])
  })

  it('shows the prompt generator without menu and footer', () => {
    expect(paths.get('/prompt')).toEqual(['shell/focus-layout.tsx', 'shell/guard.tsx'])
  })
})
