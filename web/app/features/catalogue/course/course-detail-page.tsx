import { plainText } from '@campus/contract/plain-text'
import { shorten } from '@campus/contract/shorten'
import { Skeleton } from '@mantine/core'
import { Suspense, use } from 'react'
import { data } from 'react-router'
import { redirectToBrand } from '../../../lib/brand-address.server'
import { serverClient } from '../../../lib/client'
import { cataloguePath, coursePath, isId } from '../../../lib/paths'
import { requestContext } from '../../../lib/request-context'
import { breadcrumbs } from '../../../lib/schema-org'
import { course as courseThing } from '../../../lib/schema-org-course'
import { seo } from '../../../lib/seo'
import { PageFailure } from '../../../ui/page-failure'
import { PageHead } from '../../../ui/page-head'
import type { Route } from './+types/course-detail-page'
import { CourseView } from './course-view'
import classes from './course-view.module.css'
import { type DetailPage, outlineOf, relatedTo } from './outline'
import { TEXTS } from './texts'

/** Answers in the course's brand. @throws 404 for an unknown course, 503 when the API is unavailable */
export async function loader({ params, context }: Route.LoaderArgs): Promise<DetailPage> {
  const { idcurso: id } = params
  if (!isId(id)) throw data(null, { status: 404 })
  const page = context.get(requestContext)
  const call = serverClient(page.fetch)
  const query = { marca: String(page.brand) }
  const [course, all] = await Promise.all([
    call.GET('/api/cursos/detallado/{id}', { params: { path: { id } } }),
    call.GET('/api/cursos/activos', { params: { query } }),
  ])
  if (course.response.status === 404) throw data(null, { status: 404 })
  if (!course.data) throw data(null, { status: 503, headers: { 'retry-after': '30' } })
  const { id_cliente } = course.data.data
  if (id_cliente !== page.brand)
    throw await redirectToBrand(call, { brand: id_cliente, visit: page.brand, path: coursePath(Number(id)) })
  return { course: outlineOf(course.data.data), related: relatedTo(course.data.data, all.data?.data ?? []) }
}

/** After this delay the loading screen is shown. */
const LOADING_DELAY_MS = 150

/** Courses viewed just before: Back shows them at once, so that the scroll position can be restored. */
const viewed = new Map<string, { page: DetailPage; until: number }>()
const VIEWED_MS = 60_000

/** An error is shown in place, because the page has already rendered. */
type LateResult = { page: DetailPage } | { error: unknown }

/** When the server is slow the screen opens at once with *Cargando curso...*. */
export async function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs) {
  const id = params.idcurso ?? ''
  const before = viewed.get(id)
  const loading: Promise<DetailPage> = serverLoader().then((page) => {
    viewed.set(id, { page, until: Date.now() + VIEWED_MS })
    return page
  })
  if (before && Date.now() < before.until) {
    // The page is already shown; the next visit retries.
    loading.catch(() => undefined)
    return before.page
  }
  const delay = new Promise<null>((resolve) => setTimeout(() => resolve(null), LOADING_DELAY_MS))
  const page = await Promise.race([loading, delay])
  if (page) return page
  const late: Promise<LateResult> = loading.then(
    (page) => ({ page }),
    (error: unknown) => {
      const to = error instanceof Response ? error.headers.get('location') : null
      if (!to) return { error }
      window.location.assign(to)
      return new Promise<never>(() => undefined)
    },
  )
  return { late }
}

export const meta: Route.MetaFunction = (args) => {
  const { loaderData } = args
  // Without data the screen sets the document's title itself.
  if (!loaderData || 'late' in loaderData) return [{ name: 'robots', content: 'noindex' }]
  const { course } = loaderData
  const path = coursePath(course.id)
  return seo(args, {
    title: course.nombre,
    description: shorten(plainText(course.descripcion), 300) || course.nombre,
    path,
    card: { path: `cursos/${course.id}`, alt: course.nombre },
    data: (site) => [
      courseThing(site, course),
      breadcrumbs(site, [
        { name: 'Cursos', path: '/cursos' },
        { name: course.categoria, path: cataloguePath(course.id_categoria) },
        { name: course.nombre, path },
      ]),
    ],
  })
}

const MISSING = { title: TEXTS.missing, text: TEXTS.missingText, to: '/cursos', action: TEXTS.seeAll }

/** Its heading takes the focus, so that it is announced. */
function CourseLoading() {
  return (
    <div aria-busy="true">
      <PageHead title={TEXTS.loading} />
      <div className={classes.skeletonGrid} aria-hidden="true">
        <div>
          <Skeleton height={20} width="55%" mb={40} />
          <Skeleton height={220} radius="lg" mb={32} />
          <Skeleton height={72} radius="lg" mb={10} />
          <Skeleton height={72} radius="lg" />
        </div>
        <Skeleton height={520} radius="lg" />
      </div>
    </div>
  )
}

function Failure({ error }: { error: unknown }) {
  return <PageFailure error={error} title={TEXTS.loadError} missing={MISSING} />
}

function LateCourse({ late }: { late: Promise<LateResult> }) {
  const result = use(late)
  return 'page' in result ? <CourseView page={result.page} late /> : <Failure error={result.error} />
}

/** See docs/product/shop.md 2.2. */
export default function CourseDetailPage({ loaderData, params }: Route.ComponentProps) {
  if (!('late' in loaderData)) return <CourseView key={params.idcurso} page={loaderData} />
  return (
    <Suspense key={params.idcurso} fallback={<CourseLoading />}>
      <LateCourse late={loaderData.late} />
    </Suspense>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Failure error={error} />
}
