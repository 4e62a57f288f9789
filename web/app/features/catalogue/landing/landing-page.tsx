import type { LandingPage as LandingData } from '@campus/contract/catalogue'
import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { serverClient } from '../../../lib/client'
import { requestContext } from '../../../lib/request-context'
import { courseList, organization, website } from '../../../lib/schema-org'
import { seo } from '../../../lib/seo'
import { ErrorPage } from '../../../ui/error-page'
import type { Route } from './+types/landing-page'
import { LandingView } from './landing-view'

/** Without data the page still renders, but is not cached. */
export async function loader({ context }: Pick<Route.LoaderArgs, 'context'>) {
  const page = context.get(requestContext)
  const params = { query: { marca: String(page.brand) } }
  const { data: answer } = await serverClient(page.fetch).GET('/api/portada', { params })
  if (answer) return data<LandingData | null>(answer.data)
  return data<LandingData | null>(null, { status: 503, headers: { 'retry-after': '10' } })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => {
  const wait = loaderHeaders.get('retry-after')
  const headers: HeadersInit = wait ? { 'retry-after': wait } : {}
  return headers
}

/** Opening a teacher's profile changes only the query, so nothing is refetched. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate

export const meta: Route.MetaFunction = (args) => {
  const { brand } = args.matches[0].loaderData
  const { cursos = [], portada } = args.loaderData ?? {}
  const words = portada?.apertura
  return seo(args, {
    title: [brand.nombre, brand.lema].filter(Boolean).join(': '),
    alone: true,
    description: `${words ? `${words.titular}. ${words.texto}` : `${brand.lema}.`} Cursos en línea de ${brand.nombre}: ${cursos.map(({ nombre }) => nombre).join(', ')}.`,
    data: (site) => [organization(site), website(site), ...(cursos.length > 0 ? [courseList(site, cursos)] : [])],
  })
}

/** See docs/product/shop.md 1. */
export default function LandingPage({ loaderData }: Route.ComponentProps) {
  return <LandingView data={loaderData} />
}

/** Inside the shell, so that its navigation stays visible. */
export const ErrorBoundary = ErrorPage
