import './lib/fonts.css'
import './lib/tokens.css'
import './lib/reset.css'
import './lib/motion.css'
import './lib/marks.css'
import './shell/frame.css'
import type { Brand } from '@campus/contract/brands'
import { shadesOf } from '@campus/contract/palette'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import { lazy, type ReactNode, use, useEffect, useState } from 'react'
import { data, Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router'
import type { Route } from './+types/root'
import { activeCourses } from './features/catalogue/courses.server'
import { serverClient } from './lib/client'
import { AHEAD_RULES, PRE_PAINT_SCRIPT } from './lib/pre-paint-script'
import { type RootData, useRootIfLoaded } from './lib/root-data'
import { ByRouter } from './lib/router-way'
import './lib/install'
import { NO_BRAND } from './lib/no-brand.server'
import { NonceContext } from './lib/nonce'
import { changing, useOfflinePages } from './lib/offline'
import { requestContext } from './lib/request-context'
import { varsOf } from './lib/shades'
import { DocumentScriptsContext, DocumentStylesContext, hasOwnStyles, STYLES_ID } from './lib/waiting-scripts'
import { StartNote } from './shell/start-note'
import { ErrorPage } from './ui/error-page'
import { Late } from './ui/late'

/** Only the owner of a new installation sees it. */
const FirstPage = lazy(() => import('./features/accounts/access/first-page'))

const FOOTER_COURSES = 6
/** What the server requests instead of an address that no route has. */
const UNKNOWN = '/no-encontrado'

const shadesAs = (name: string, shades: readonly string[]) =>
  shades.map((shade, index) => `--color-${name}-${index}:${shade}`)

const colorsOf = ({ color_primario, color_acento }: Brand) =>
  `:root{${[...shadesAs('brand', shadesOf(color_primario)), ...shadesAs('accent', shadesOf(color_acento))].join(';')}}`

/** Where no brand is known. */
const GREY = `:root{${['brand', 'accent'].flatMap((name) => shadesAs(name, varsOf('gray'))).join(';')}}`

/** The same data for every user of a brand, so that pages can be cached. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<RootData> {
  const page = context.get(requestContext)
  const { data: active } = await serverClient(page.fetch).GET('/api/clientes/activos')
  if (!active) throw new Response(null, { status: 503, headers: { 'retry-after': '30' } })
  const brands = active.data
  const brand = brands.find((candidate) => candidate.id === page.brand) ?? brands[0]
  if (!brand) {
    const empty: RootData = {
      brand: NO_BRAND,
      brands,
      colors: colorsOf(NO_BRAND),
      courses: [],
      categories: [],
    }
    throw data(empty, { status: new URL(request.url).pathname === UNKNOWN ? 404 : 200 })
  }
  const colors = colorsOf(brand)
  const [courses, categories] = await Promise.all([
    activeCourses(page, brand.id),
    serverClient(page.fetch).GET('/api/categorias/activas', { params: { query: { marca: String(brand.id) } } }),
  ])
  const named = ({ id, nombre }: { id: number; nombre: string }) => ({ id, nombre })
  return {
    brand,
    brands,
    colors,
    courses: courses.slice(0, FOOTER_COURSES).map(named),
    categories: categories.data?.data.map(named) ?? null,
  }
}

/** The description of pages without one of their own. */
export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? [{ name: 'description', content: `${loaderData.brand.nombre}: ${loaderData.brand.lema}` }] : []

// The brand changes only by login, which loads a new document.
export const shouldRevalidate = () => false

export const clientMiddleware = changing.before

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: figtree, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]

function BrandIcons({ brand }: { brand: RootData['brand'] }) {
  const icons = `/api/clientes/${brand.id}/iconos`
  return (
    <>
      <link rel="icon" href={brand.isotipo?.replace('-1280.', '-320.') ?? `${icons}/32.png`} />
      <link rel="apple-touch-icon" href={`${icons}/180.png`} />
      <link rel="manifest" href={`/api/clientes/${brand.id}/manifiesto`} />
      <meta name="apple-mobile-web-app-title" content={brand.nombre} />
    </>
  )
}

/** In the document itself, so that nothing stands before its first paint, or as files. */
function Styles() {
  const own = use(DocumentStylesContext)
  const location = useLocation()
  const [first] = useState(location)
  const inside = own !== undefined || hasOwnStyles
  return (
    <>
      {inside && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheets
        <style id={STYLES_ID} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: own ?? '' }} />
      )}
      {/* The next screen's come as files. */}
      {(!inside || location !== first) && <Links />}
    </>
  )
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRootIfLoaded()
  const nonce = use(NonceContext)
  const scripts = use(DocumentScriptsContext)
  if (scripts === 'alone') return <Scripts nonce={nonce} />
  return (
    // The scheme's mark has Mantine's name, because its styles read it too.
    <html lang="es-PE" data-mantine-color-scheme="light" data-respect-reduced-motion suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {/* The header's grounds (tokens.css), so that an installed campus has no seam at its top. */}
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1b1e25" media="(prefers-color-scheme: dark)" />
        {root && root.brands.length > 0 && <BrandIcons brand={root.brand} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: hexadecimal colours of our own palette */}
        <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: root?.colors ?? GREY }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, with the page's nonce */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: PRE_PAINT_SCRIPT }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, with the page's nonce */}
        <script type="speculationrules" nonce={nonce} dangerouslySetInnerHTML={{ __html: AHEAD_RULES }} />
        <Meta />
        <Styles />
      </head>
      <body>
        <StartNote />
        <ByRouter>{children}</ByRouter>
        <ScrollRestoration nonce={nonce} />
        {typeof scripts === 'object' ? (
          <template
            id="scripts"
            data-islands={scripts.islands.get('')?.scripts.join(' ')}
            data-brand={JSON.stringify(root?.brand)}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: what React Router prints for this page
            dangerouslySetInnerHTML={{ __html: scripts.markup }}
          />
        ) : (
          <Scripts nonce={nonce} />
        )}
      </body>
    </html>
  )
}

/** Says on the document that React has hydrated it: what a person presses works from now on (lib/start.js). */
function useReady(): void {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
    window.dispatchEvent(new Event('campus:ready'))
  }, [])
}

export default function App() {
  useReady()
  useOfflinePages()
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useReady()
  const root = useRootIfLoaded()
  return (
    <main id="contenido" tabIndex={-1}>
      {root?.brands.length === 0 ? (
        <Late>
          <FirstPage />
        </Late>
      ) : (
        <ErrorPage error={error} />
      )}
    </main>
  )
}
