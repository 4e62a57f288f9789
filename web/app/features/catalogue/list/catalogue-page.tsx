import type { Category } from '@campus/contract/catalogue'
import { cutText } from '@campus/contract/shorten'
import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { useBrand } from '../../../lib/brand'
import { redirectToBrand } from '../../../lib/brand-address.server'
import { serverClient } from '../../../lib/client'
import { cataloguePath, isId } from '../../../lib/paths'
import { requestContext } from '../../../lib/request-context'
import { useRoot } from '../../../lib/root-data'
import { breadcrumbs, courseList } from '../../../lib/schema-org'
import { seo } from '../../../lib/seo'
import { useSession } from '../../../lib/session'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Island } from '../../../ui/island'
import { OtherBrand } from '../../../ui/other-brand'
import { PageFailure, PageMissing } from '../../../ui/page-failure'
import { PageHead } from '../../../ui/page-head'
import { Panel } from '../../../ui/panel'
import { toCourseCard } from '../course/outline'
import type { Route } from './+types/catalogue-page'
import { filterCourses, formTarget } from './filter-courses'
import Results from './results.island'
import { TEXTS } from './texts'

const MAX_SEARCH = 100

/** A category of another brand answers there. @throws 404 for one that no brand shows */
async function redirectToCategory(call: ReturnType<typeof serverClient>, id: string, request: Request, visit: number) {
  const { data: found } = await call.GET('/api/categorias/{id}', { params: { path: { id } } })
  if (!found || found.data.id_cliente === visit) throw data(null, { status: 404 })
  const { pathname, search } = new URL(request.url)
  return redirectToBrand(call, { brand: found.data.id_cliente, visit, path: pathname + search })
}

/**
 * The whole catalogue; the address filters it. @throws 404 for an unknown category, 503 when the courses cannot be read
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { idcategoria } = params
  const target = formTarget(new URL(request.url), idcategoria)
  if (target) throw redirect(target)
  const page = context.get(requestContext)
  const call = serverClient(page.fetch)
  const visit = { params: { query: { marca: String(page.brand) } } }
  const search = cutText(new URL(request.url).searchParams.get('buscar')?.trim() ?? '', MAX_SEARCH)
  const [courses, categories, matches] = await Promise.all([
    call.GET('/api/cursos/activos', visit),
    call.GET('/api/categorias/activas', visit),
    search ? call.GET('/api/cursos/buscar', { params: { query: { ...visit.params.query, buscar: search } } }) : null,
  ])
  if (!courses.data) throw data(null, { status: 503, headers: { 'retry-after': '30' } })
  const list: Category[] | null = categories.data?.data ?? null
  if (idcategoria !== undefined && !isId(idcategoria)) throw data(null, { status: 404 })
  const missing = idcategoria !== undefined && list !== null && !list.some(({ id }) => id === Number(idcategoria))
  if (missing) throw await redirectToCategory(call, idcategoria, request, page.brand)
  const searched = matches?.data ? { search, matches: matches.data.data } : null
  return { courses: courses.data.data.map(toCourseCard), categories: list, searched }
}

/** The list is complete, so a new filter or page needs no request. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href === nextUrl.href && defaultShouldRevalidate

const nameOf = (categories: Category[] | null, id: number | undefined) =>
  categories?.find((category) => category.id === id)?.nombre

/** Always there, so that choosing a category moves nothing. */
const breadcrumbsOf = (name: string | undefined) => [
  { text: 'Inicio', to: '/' },
  ...(name ? [{ text: 'Cursos', to: '/cursos' }, { text: name }] : [{ text: 'Cursos' }]),
]

export const meta: Route.MetaFunction = (args) => {
  const { loaderData, params, matches } = args
  const brand = matches[0].loaderData?.brand.nombre ?? ''
  if (!loaderData) return [{ title: `${TEXTS.all} · ${brand}` }, { name: 'robots', content: 'noindex' }]
  const category = params.idcategoria ? Number(params.idcategoria) : undefined
  const name = nameOf(loaderData.categories, category)
  const categoryBreadcrumb = name ? [{ name, path: cataloguePath(category) }] : []
  const { shown } = filterCourses(loaderData.courses, { category, search: '', page: 1 })
  return seo(args, {
    title: name ? TEXTS.titleOf(name) : TEXTS.all,
    description: name ? TEXTS.descriptionOf(name, brand) : TEXTS.description(brand),
    data: (site) => [
      breadcrumbs(site, [{ name: 'Cursos', path: '/cursos' }, ...categoryBreadcrumb]),
      courseList(site, shown),
    ],
  })
}

const MISSING = { title: TEXTS.noCategory, text: TEXTS.noCategoryText, to: '/cursos', action: TEXTS.seeAll }

/** See docs/product/shop.md 2.1. */
export default function CataloguePage({ loaderData, params }: Route.ComponentProps) {
  const brand = useBrand()
  const own = useSession()?.user.id_cliente
  const { courses, categories, searched } = loaderData
  const category = params.idcategoria === undefined ? undefined : Number(params.idcategoria)
  const { categories: menu } = useRoot()
  const name = nameOf(categories ?? menu, category)
  const crumbs = breadcrumbsOf(name)
  // A client-side link may lead to an unknown category, which the server would refuse.
  if (category !== undefined && categories && !name) return <PageMissing {...MISSING} />
  return (
    <>
      <Breadcrumbs items={crumbs} />
      <PageHead title={name ?? TEXTS.all} documentTitle={null} />
      {own !== undefined && own !== brand.id && (
        <Panel>
          <OtherBrand own={own} page="categoria" />
        </Panel>
      )}
      <Island
        name="features/catalogue/list/results"
        part={Results}
        props={{ courses, categories, searched, category }}
      />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFailure error={error} title={TEXTS.loadError} missing={MISSING} />
}
