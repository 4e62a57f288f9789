import type { LandingPage as LandingData } from '@campus/contract/catalogue'
import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { useBrand } from '../../platform/brand'
import { serverClient } from '../../platform/client'
import { requestContext } from '../../platform/request-context'
import { courseList, organization, website } from '../../platform/schema-org'
import { seo } from '../../platform/seo'
import { ErrorPage } from '../../shell/error-page'
import { BANNER_RATIO, Banners, bannersOf } from '../../ui/banners'
import type { Route } from './+types/landing-page'
import { Blocks } from './blocks'
import { CallToAction } from './call-to-action'
import { CourseSearch } from './course-search'
import { Facts } from './facts'
import classes from './landing.module.css'
import { Teachers } from './teachers'
import { T } from './texts'
import { Voices } from './voices'
import { Welcome } from './welcome'

/** The picture's width beside the menu of desktops and at the screen's edges on phones. */
const BANNER_SIZES =
  '(max-width: 767px) 100vw, (max-width: 1199px) calc(100vw - 136px), min(1200px, calc(100vw - 320px))'

/** Everything at once; without it the page still stands, says so and is not kept by the page cache. */
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

/** A teacher's profile is part of the address and of what is already here: opening one asks the server for nothing. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate

export const meta: Route.MetaFunction = (args) => {
  const { brand } = args.matches[0].loaderData
  const { cursos = [], botones } = args.loaderData ?? {}
  const [banner] = botones ? bannersOf(botones) : []
  return seo(args, {
    title: [brand.nombre, brand.lema].filter(Boolean).join(': '),
    alone: true,
    description: `${brand.lema}. Cursos en línea de ${brand.nombre} con examen y certificado digital: ${cursos.map(({ nombre }) => nombre).join(', ')}.`,
    image: banner && { src: banner.image, alt: brand.nombre, width: 1280, height: Math.round(1280 / BANNER_RATIO) },
    data: (site) => [organization(site), website(site), ...(cursos.length > 0 ? [courseList(site, cursos)] : [])],
  })
}

/** The brand's shop window, rendered on the server (storefront.md section 2 "Landing page"). */
export default function LandingPage({ loaderData }: Route.ComponentProps) {
  const brand = useBrand()
  const banners = loaderData ? bannersOf(loaderData.botones) : []
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        {banners.length > 0 ? (
          <div className={classes.banners}>
            <Banners banners={banners} sizes={BANNER_SIZES} newTab eager />
          </div>
        ) : (
          <Welcome lema={brand.lema || brand.nombre} note={loaderData ? T.noBanners : undefined} />
        )}
        <CourseSearch courses={loaderData?.cursos ?? null} lema={brand.lema} />
      </div>
      <Facts />
      <Teachers teachers={loaderData?.docentes ?? null} />
      {loaderData && <Blocks blocks={loaderData.portada.bloques} />}
      {loaderData && <Voices voices={loaderData.portada.testimonios} rating={loaderData.portada.valoracion} />}
      <CallToAction />
    </div>
  )
}

/** Inside the shell, so that the way on is in sight. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
