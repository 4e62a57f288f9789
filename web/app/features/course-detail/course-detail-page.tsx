import { Skeleton } from '@mantine/core'
import { Suspense, use } from 'react'
import { data } from 'react-router'
import { serverClient } from '../../platform/client'
import { cataloguePath, coursePath, isId } from '../../platform/paths'
import { excerpt, plainText } from '../../platform/plain-text'
import { requestContext } from '../../platform/request-context'
import { breadcrumbs, course as courseThing } from '../../platform/schema-org'
import { seo } from '../../platform/seo'
import { PageFailure } from '../../ui/page-failure'
import { PageHead } from '../../ui/page-head'
import type { Route } from './+types/course-detail-page'
import { CourseView } from './course-view'
import classes from './course-view.module.css'
import { type DetailPage, outlineOf, relatedTo } from './outline'
import { T } from './texts'

/** A course of the brand in outline. @throws 404 without an id or for an unknown course, 503 when it cannot be read */
export async function loader({ params, context }: Route.LoaderArgs): Promise<DetailPage> {
  const { idcurso: id } = params
  if (!isId(id)) throw data(null, { status: 404 })
  const page = context.get(requestContext)
  const call = serverClient(page.fetch)
  const query = { marca: String(page.brand) }
  const [course, all] = await Promise.all([
    call.GET('/api/cursos/detallado/{id}', { params: { path: { id }, query } }),
    call.GET('/api/cursos/activos', { params: { query } }),
  ])
  if (course.response.status === 404) throw data(null, { status: 404 })
  if (!course.data) throw data(null, { status: 503, headers: { 'retry-after': '30' } })
  return { course: outlineOf(course.data.data), related: relatedTo(course.data.data, all.data?.data ?? []) }
}

/** A course that takes longer than this is said to be loading (look.md "Every screen has five faces"). */
const FELT_MS = 150

const FELT = Symbol('felt')

/** Courses that were shown: Back shows them at once, so that the scroll has a page to go back to. */
const shown = new Map<string, DetailPage>()

/** What came late; a failure is told in its place, not thrown behind a page that stands already. */
type Late = { page: DetailPage } | { error: unknown }

/** Opens the screen at once when the server is slow: *Cargando curso...* stands there until the course comes. */
export async function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs) {
  const id = params.idcurso ?? ''
  const known = shown.get(id)
  const coming: Promise<DetailPage> = serverLoader()
  const kept = coming.then((page) => {
    shown.set(id, page)
    return page
  })
  if (known) {
    // What failed behind a page that stands is tried again with the next visit.
    kept.catch(() => undefined)
    return known
  }
  const first = await Promise.race([kept, new Promise<typeof FELT>((felt) => setTimeout(() => felt(FELT), FELT_MS))])
  if (first !== FELT) return first
  const late: Promise<Late> = kept.then(
    (page) => ({ page }),
    (error: unknown) => ({ error }),
  )
  return { late }
}

export const meta: Route.MetaFunction = (args) => {
  const { loaderData } = args
  // Not there, broken, or not here yet: the screen names the document itself.
  if (!loaderData || 'late' in loaderData) return [{ name: 'robots', content: 'noindex' }]
  const { course } = loaderData
  const path = coursePath(course.id)
  return seo(args, {
    title: course.nombre,
    description: excerpt(plainText(course.descripcion), 300) || course.nombre,
    path,
    image: course.imagen ? { src: course.imagen, alt: course.nombre, width: 1280, height: 720 } : null,
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

const MISSING = { title: T.missing, text: T.missingText, to: '/cursos', action: T.seeAll }

/** In the shape of what is coming; its heading takes the focus, so that it is said. */
function CourseLoading() {
  return (
    <div aria-busy="true">
      <PageHead title={T.loading} />
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
  return <PageFailure error={error} title={T.loadError} missing={MISSING} />
}

function LateCourse({ coming }: { coming: Promise<Late> }) {
  const late = use(coming)
  return 'page' in late ? <CourseView page={late.page} late /> : <Failure error={late.error} />
}

/** A course's page: what one learns, how long, who teaches, what it costs, and the one button (storefront.md section 2). */
export default function CourseDetailPage({ loaderData, params }: Route.ComponentProps) {
  if (!('late' in loaderData)) return <CourseView key={params.idcurso} page={loaderData} />
  return (
    <Suspense key={params.idcurso} fallback={<CourseLoading />}>
      <LateCourse coming={loaderData.late} />
    </Suspense>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Failure error={error} />
}
