import { describe, expect, it } from 'vitest'
import { CAMPUS_ROUTES, GUARDED_ROUTES, STOREFRONT_ROUTES } from '../../scripts/promised'
import { needsSession } from './lib/paths'
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

  it('has every screen of the campus', () => expect(missing(CAMPUS_ROUTES)).toEqual([]))

  it('has every screen of the shop and the community', () => expect(missing(STOREFRONT_ROUTES)).toEqual([]))

  it('guards the routes that need a session', () => {
    expect(GUARDED_ROUTES.filter((path) => !paths.get(path)?.includes('shell/guard.tsx'))).toEqual([])
  })

  it('knows which paths ask a guest to log in', () => {
    // The back office has a guard of its own.
    const guarded = (path: string, inside: string[]) => path === '/gestion/*' || inside.includes('shell/guard.tsx')
    const wrong = [...paths].filter(
      ([path, inside]) => needsSession(path.replaceAll(':', '1')) !== guarded(path, inside),
    )
    expect(wrong.map(([path]) => path)).toEqual([])
  })

  it('leaves the public ones open', () => {
    const open = ['/', '/login/:?', '/registro', '/restablecer/:', '/certificado/*', '/premios', '/referidos']
    for (const path of [...open, '/cursos/:?', '/detallecurso/:?', '/carrito', '/pago'])
      expect(paths.get(path), path).not.toContain('shell/guard.tsx')
  })

  it('shows login, brands and reset without menu and footer', () => {
    for (const path of ['/login/:?', '/registro', '/marcas', '/restablecer/:'])
      expect(paths.get(path)?.[0], path).toBe('shell/bare-layout.tsx')
  })

  it('shows a certificate without menu and footer, except to its owner', () => {
    expect(paths.get('/certificado/*')?.[0]).toBe('shell/certificate-layout.tsx')
  })

  it('shows the prompt generator without menu and footer', () => {
    expect(paths.get('/prompt')).toEqual(['shell/focus-layout.tsx', 'shell/campus-layout.tsx', 'shell/guard.tsx'])
  })

  it('gives each screen either the frame of public pages or the campus', () => {
    const kinds = ['shell/public-layout.tsx', 'shell/campus-layout.tsx']
    const odd = [...paths].filter(([, inside]) => kinds.filter((kind) => inside.includes(kind)).length !== 1)
    expect(odd.map(([path]) => path)).toEqual(['/empezar', '/plataformas'])
  })
})
