import './platform/mantine-styles'
import './platform/fonts.css'
import './platform/base.css'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core'
import { type ReactNode, useContext, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root'
import { BEFORE_PAINT } from './platform/before-paint'
import type { RootData } from './platform/brand'
import { serverClient } from './platform/client'
import { followScheme } from './platform/color-scheme'
import { activeCourses } from './platform/courses.server'
import { pageNonce, RenderedNonce } from './platform/page-nonce'
import { paletteOf } from './platform/palette.server'
import { requestContext } from './platform/request-context'
import { THEME_STYLE, ThemeCss } from './platform/theme-css'
import { ErrorPage } from './shell/error-page'
import { ToastsLater } from './shell/toasts-later'

/** The footer names at most so many courses. */
const FOOTER_COURSES = 6

/** Which brand this document is for; the same for everyone of a brand, so that pages can be cached. */
export async function loader({ context }: Route.LoaderArgs): Promise<RootData> {
  const page = context.get(requestContext)
  const { data } = await serverClient(page.fetch).GET('/api/clientes/activos')
  if (!data) throw new Response(null, { status: 503, headers: { 'retry-after': '30' } })
  const brands = data.data
  const brand = brands.find((candidate) => candidate.id === page.brand) ?? brands[0]
  // An academy that was not loaded yet.
  if (!brand) throw new Response('No hay ninguna marca activa.', { status: 404 })
  const colors = { primary: paletteOf(brand.color_primario), accent: paletteOf(brand.color_acento) }
  const courses = (await activeCourses(page, brand.id)).slice(0, FOOTER_COURSES)
  return { brand, brands, colors, courses: courses.map(({ id, nombre }) => ({ id, nombre })) }
}

/** What a page without a description of its own says of itself. */
export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? [{ name: 'description', content: `${loaderData.brand.nombre}: ${loaderData.brand.lema}` }] : []

// The brand does not change while the page is open, except by login, which loads the page anew.
export const shouldRevalidate = () => false

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: figtree, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<RootData>('root')
  const nonce = pageNonce(useContext(RenderedNonce))
  const theme = useContext(ThemeCss)
  return (
    <html lang="es-PE" {...mantineHtmlProps} data-respect-reduced-motion>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={data?.colors.primary[6] ?? '#343a40'} />
        {data?.brand.isotipo && <link rel="icon" href={data.brand.isotipo.replace('-1280.', '-320.')} />}
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, with the page's nonce */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: BEFORE_PAINT }} />
        <Meta />
        {/* Vite's client gives this nonce to the styles that it puts into the page while one develops. */}
        {import.meta.env.DEV && <meta property="csp-nonce" nonce={nonce} suppressHydrationWarning />}
        <Links />
      </head>
      <body>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of our theme and the brand's colours */}
        <style id={THEME_STYLE} nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: theme }} />
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

/** Says on the document that React has hydrated it: what a person presses works from now on. */
function useReady(): void {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
  }, [])
}

export default function App() {
  useReady()
  useEffect(followScheme, [])
  return (
    <>
      <Outlet />
      <ToastsLater />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useReady()
  return (
    <main id="contenido">
      <ErrorPage error={error} />
    </main>
  )
}
