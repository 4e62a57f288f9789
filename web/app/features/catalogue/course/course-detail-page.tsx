import { plainText } from '@campus/contract/plain-text'
import { shorten } from '@campus/contract/shorten'
import { data } from 'react-router'
import { redirectToBrand } from '../../../lib/brand-address.server'
import { serverClient } from '../../../lib/client'
import { cataloguePath, coursePath, isId } from '../../../lib/paths'
import { requestContext } from '../../../lib/request-context'
import { breadcrumbs } from '../../../lib/schema-org'
import { course as courseThing } from '../../../lib/schema-org-course'
import { seo } from '../../../lib/seo'
import type { LazyIslands } from '../../../lib/waiting-scripts'
import { PageFailure } from '../../../ui/page-failure'
import type { Route } from './+types/course-detail-page'
import { ASSURANCES, GROUPS, VIDEO } from './buy-card'
import { CourseView } from './course-view'
import { type DetailPage, outlineOf, relatedTo } from './outline'
import { TEXTS } from './texts'

export const handle: LazyIslands = { lazyIslands: [VIDEO, ASSURANCES, GROUPS] }

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

export const meta: Route.MetaFunction = (args) => {
  const { loaderData } = args
  if (!loaderData) return [{ name: 'robots', content: 'noindex' }]
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

/** See docs/product/shop.md 2.2. */
export default function CourseDetailPage({ loaderData, params }: Route.ComponentProps) {
  return <CourseView key={params.idcurso} page={loaderData} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFailure error={error} title={TEXTS.loadError} missing={MISSING} />
}
