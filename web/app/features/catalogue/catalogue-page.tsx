import type { Category, CourseCard } from '@campus/contract/catalogue'
import { Button } from '@mantine/core'
import { IconBooks, IconSearchOff } from '@tabler/icons-react'
import { data, Link, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { useBrand } from '../../platform/brand'
import { serverClient } from '../../platform/client'
import { cardOf } from '../../platform/course-card'
import { count } from '../../platform/format'
import { cataloguePath, isId } from '../../platform/paths'
import { requestContext } from '../../platform/request-context'
import { breadcrumbs, courseList } from '../../platform/schema-org'
import { seo } from '../../platform/seo'
import { Crumbs } from '../../ui/crumbs'
import { PageFailure, PageMissing } from '../../ui/page-failure'
import { PageHead } from '../../ui/page-head'
import { Pager } from '../../ui/pager'
import { SaleGrid } from '../../ui/sale-grid'
import { State } from '../../ui/states'
import type { Route } from './+types/catalogue-page'
import classes from './catalogue.module.css'
import { type Choice, choose, formTarget, PER_PAGE, type Wanted } from './choice'
import { Filters, useCategories } from './filters'
import { T } from './texts'
import { useWanted } from './use-wanted'

/**
 * The brand's whole catalogue and its categories; the address says which of them are shown, here and in the browser
 * alike. @throws 404 for an unknown category, 503 when the courses cannot be read (never an empty list)
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { idcategoria } = params
  const target = formTarget(new URL(request.url), idcategoria)
  if (target) throw redirect(target)
  const page = context.get(requestContext)
  const call = serverClient(page.fetch)
  const visit = { params: { query: { marca: String(page.brand) } } }
  const [courses, categories] = await Promise.all([
    call.GET('/api/cursos/activos', visit),
    call.GET('/api/categorias/activas', visit),
  ])
  if (!courses.data) throw data(null, { status: 503, headers: { 'retry-after': '30' } })
  const list: Category[] | null = categories.data?.data ?? null
  const known = isId(idcategoria) && (list === null || list.some(({ id }) => id === Number(idcategoria)))
  if (idcategoria !== undefined && !known) throw data(null, { status: 404 })
  return { courses: courses.data.data.map(cardOf), categories: list }
}

/** The list is whole: another category, search or page of it asks the server nothing. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href === nextUrl.href && defaultShouldRevalidate

const nameOf = (categories: Category[] | null, id: number | undefined) =>
  categories?.find((category) => category.id === id)?.nombre

const crumbsOf = (name: string | undefined) => (name ? [{ text: 'Cursos', to: '/cursos' }, { text: name }] : null)

export const meta: Route.MetaFunction = (args) => {
  const { loaderData, params, matches } = args
  const brand = matches[0].loaderData?.brand.nombre ?? ''
  if (!loaderData) return [{ title: `${T.all} · ${brand}` }, { name: 'robots', content: 'noindex' }]
  const category = params.idcategoria ? Number(params.idcategoria) : undefined
  const name = nameOf(loaderData.categories, category)
  const here = name ? [{ name, path: cataloguePath(category) }] : []
  const { shown } = choose(loaderData.courses, { category, search: '', page: 1 })
  return seo(args, {
    title: name ? T.titleOf(name) : T.all,
    description: name ? T.descriptionOf(name, brand) : T.description(brand),
    data: (site) => [breadcrumbs(site, [{ name: 'Cursos', path: '/cursos' }, ...here]), courseList(site, shown)],
  })
}

const MISSING = { title: T.noCategory, text: T.noCategoryText, to: '/cursos', action: T.seeAll }

function SeeAll({ search = '', children = T.seeAll }: { search?: string; children?: string }) {
  return (
    <Button component={Link} to={cataloguePath(undefined, search)} mt="xs" variant="light">
      {children}
    </Button>
  )
}

/** Nothing to show: because there is nothing, or because nothing fits, and then what to do. */
function Nothing({ wanted, everywhere }: { wanted: Wanted; everywhere: number }) {
  const { category, search } = wanted
  if (search.trim() === '')
    return (
      <State
        icon={IconBooks}
        title={T.none}
        text={category ? T.noneOfCategory : T.noneText}
        action={category && <SeeAll />}
      />
    )
  return (
    <State
      icon={IconSearchOff}
      title={T.notFound(search.trim())}
      text={T.notFoundText}
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

function Results({ choice, wanted }: { choice: Choice<CourseCard>; wanted: Wanted }) {
  const { shown, total, everywhere, page, last } = choice
  if (total === 0) return <Nothing wanted={wanted} everywhere={everywhere} />
  return (
    <>
      <SaleGrid courses={shown} order={2} eager={1} />
      <Pager page={page} last={last} label={T.pages} />
    </>
  )
}

/** How many there are, said politely to who cannot see them. */
function Count({ choice: { total, page, last, shown } }: { choice: Choice<CourseCard> }) {
  const first = (page - 1) * PER_PAGE + 1
  const range = last > 1 ? ` · del ${first} al ${first + shown.length - 1}` : ''
  return (
    <p role="status" className={classes.count}>
      {count(total, 'curso', 'cursos')}
      {range}
    </p>
  )
}

/** Every course of the brand, by name and category (storefront.md section 2 "Catalogue"). */
export default function CataloguePage({ loaderData }: Route.ComponentProps) {
  const brand = useBrand()
  const list = useCategories(loaderData.categories ?? null)
  const { wanted, typed, field, type, choose: onChoose } = useWanted()
  const name = nameOf(list.categories, wanted.category)
  const crumbs = crumbsOf(name)
  // The server refuses an unknown category; in the browser a link may still lead from a known one to it.
  if (wanted.category !== undefined && list.categories && !name) return <PageMissing {...MISSING} />
  const choice = choose(loaderData.courses, wanted)
  return (
    <>
      {crumbs && <Crumbs items={crumbs} />}
      <PageHead title={name ?? T.all} documentTitle={null} lead={name ? `Cursos de ${brand.nombre}` : T.lead} />
      <Filters typed={typed} onType={type} field={field} list={list} value={wanted.category} onChoose={onChoose} />
      <Count choice={choice} />
      <Results choice={choice} wanted={wanted} />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFailure error={error} title={T.loadError} missing={MISSING} />
}
