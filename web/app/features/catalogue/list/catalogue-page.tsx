import type { Category, CourseMatches, ShopCard } from '@campus/contract/catalogue'
import { cutText } from '@campus/contract/shorten'
import { IconBooks, IconSearchOff } from '@tabler/icons-react'
import { data, Link, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { useAnswer } from '../../../lib/answer'
import { useBrand } from '../../../lib/brand'
import { redirectToBrand } from '../../../lib/brand-address.server'
import { serverClient } from '../../../lib/client'
import { count } from '../../../lib/format'
import { cataloguePath, isId } from '../../../lib/paths'
import { requestContext } from '../../../lib/request-context'
import { breadcrumbs, courseList } from '../../../lib/schema-org'
import { seo } from '../../../lib/seo'
import { useSession } from '../../../lib/session'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { LinkButton } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { OtherBrand } from '../../../ui/other-brand'
import { PageFailure, PageMissing } from '../../../ui/page-failure'
import { PageHead } from '../../../ui/page-head'
import { Pager } from '../../../ui/pager'
import { Panel } from '../../../ui/panel'
import { SaleGrid } from '../sale-grid'
import { toCourseCard } from '../to-course-card'
import type { Route } from './+types/catalogue-page'
import classes from './catalogue.module.css'
import { type CatalogueQuery, type CatalogueResults, filterCourses, formTarget, PER_PAGE } from './filter-courses'
import { CategoryChips, Filters, useCategories } from './filters'
import { TEXTS } from './texts'
import { useCatalogueQuery } from './use-catalogue-query'

const MAX_SEARCH = 100
const NOTHING: CourseMatches = { cursos: [], sugerencia: null }

/** What the server finds in names and descriptions, from the loader or asked once the typing rests. */
function useMatches(search: string, loaded: { search: string; matches: CourseMatches } | null): CourseMatches {
  const marca = String(useBrand().id)
  const known = loaded?.search === search ? loaded.matches : undefined
  const { answer = NOTHING } = useAnswer(search === '' || known ? null : search, (client) =>
    client.GET('/api/cursos/buscar', { params: { query: { marca, buscar: search } } }),
  )
  return search === '' ? NOTHING : (known ?? answer)
}

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

function SeeAll({ search = '', children = TEXTS.seeAll }: { search?: string; children?: string }) {
  return (
    <LinkButton to={cataloguePath(undefined, search)} below variant="light">
      {children}
    </LinkButton>
  )
}

/** Distinguishes an empty catalogue from an empty search. */
type NoResultsProps = { query: CatalogueQuery; everywhere: number; suggestion: string | null }

function NoResults({ query, everywhere, suggestion }: NoResultsProps) {
  const { category, search, nivel, precio } = query
  if (nivel || precio)
    return (
      <EmptyState
        icon={IconSearchOff}
        title={TEXTS.none}
        text={TEXTS.noneRefined}
        action={
          <LinkButton to={cataloguePath(category, search)} below variant="light">
            {TEXTS.clear}
          </LinkButton>
        }
      />
    )
  if (search.trim() === '')
    return (
      <EmptyState
        icon={IconBooks}
        title={TEXTS.none}
        text={category ? TEXTS.noneOfCategory : TEXTS.noneText}
        action={category && <SeeAll />}
      />
    )
  return (
    <EmptyState
      icon={IconSearchOff}
      title={TEXTS.notFound(search.trim().replace(/^"|"$/g, ''))}
      text={
        suggestion ? (
          <span>
            {TEXTS.meant} <Link to={cataloguePath(category, suggestion)}>{suggestion}</Link>?
          </span>
        ) : (
          TEXTS.notFoundText
        )
      }
      action={
        everywhere > 0 ? (
          <SeeAll
            search={search}
          >{`Ver ${count(everywhere, 'resultado', 'resultados')} en todas las categorías`}</SeeAll>
        ) : (
          <SeeAll />
        )
      }
    />
  )
}

type ResultsProps = { results: CatalogueResults<ShopCard>; query: CatalogueQuery; suggestion: string | null }

function Results({ results, query, suggestion }: ResultsProps) {
  const { shown, total, everywhere, page, last } = results
  if (total === 0) return <NoResults query={query} everywhere={everywhere} suggestion={suggestion} />
  return (
    <>
      <SaleGrid courses={shown} order={2} eager={1} />
      <Pager page={page} last={last} label={TEXTS.pages} />
    </>
  )
}

/** How many there are and, for a misspelling, what was searched instead, with the way to search for it as it is. */
function Count({ results: { total, page, last, shown }, query, suggestion }: ResultsProps) {
  const { category, search, ...refinement } = query
  const typed = search.trim()
  const first = (page - 1) * PER_PAGE + 1
  const range = last > 1 ? ` · del ${first} al ${first + shown.length - 1}` : ''
  return (
    <div role="status" className={classes.count}>
      {suggestion && total > 0 && (
        <p className={classes.corrected}>
          <strong>{TEXTS.corrected(suggestion)}</strong>
          <Link to={cataloguePath(category, `"${typed}"`, refinement)} preventScrollReset>
            {TEXTS.literally(typed)}
          </Link>
        </p>
      )}
      <p>{`${count(total, 'curso', 'cursos')}${range}`}</p>
    </div>
  )
}

/** See docs/product/shop.md 2.1. */
export default function CataloguePage({ loaderData }: Route.ComponentProps) {
  const brand = useBrand()
  const own = useSession()?.user.id_cliente
  const list = useCategories(loaderData.categories ?? null)
  const { query, settled, typed, field, type, choose: onChoose, refine } = useCatalogueQuery()
  const matches = useMatches(settled, loaderData.searched ?? null)
  const name = nameOf(list.categories, query.category)
  const crumbs = breadcrumbsOf(name)
  // A client-side link may lead to an unknown category, which the server would refuse.
  if (query.category !== undefined && list.categories && !name) return <PageMissing {...MISSING} />
  // While someone types on, what was found for the text before does not count.
  const found = query.search.trim() === settled ? matches : NOTHING
  const results = filterCourses(loaderData.courses, query, found.cursos)
  return (
    <>
      <Breadcrumbs items={crumbs} />
      <PageHead title={name ?? TEXTS.all} documentTitle={null} lead={name ? `Cursos de ${brand.nombre}` : TEXTS.lead} />
      {own !== undefined && own !== brand.id && (
        <Panel>
          <OtherBrand own={own} page="categoria" />
        </Panel>
      )}
      <Filters
        typed={typed}
        onType={type}
        field={field}
        list={list}
        value={query.category}
        onChoose={onChoose}
        refinement={query}
        onRefine={refine}
      />
      <CategoryChips categories={list.categories} value={query.category} search={settled} refinement={query} />
      <Count results={results} query={query} suggestion={found.sugerencia} />
      <Results results={results} query={query} suggestion={found.sugerencia} />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFailure error={error} title={TEXTS.loadError} missing={MISSING} />
}
