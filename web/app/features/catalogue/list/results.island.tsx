import type { Category, CourseMatches, ShopCard } from '@campus/contract/catalogue'
import { IconBooks, IconSearchOff } from '@tabler/icons-react'
import { useAnswer } from '../../../lib/answer'
import { useBrand } from '../../../lib/brand'
import { count } from '../../../lib/format'
import { cataloguePath } from '../../../lib/paths'
import { Link } from '../../../lib/way'
import { LinkButton } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { Pager } from '../../../ui/pager'
import { SaleGrid } from '../sale-grid'
import classes from './catalogue.module.css'
import { type CatalogueQuery, type CatalogueResults, filterCourses, PER_PAGE } from './filter-courses'
import { Filters, useCategories } from './filters'
import { TEXTS } from './texts'
import { useCatalogueQuery } from './use-catalogue-query'

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

function Found({ results, query, suggestion }: ResultsProps) {
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

type Props = {
  courses: ShopCard[]
  /** Null when they could not be read. */
  categories: Category[] | null
  searched: { search: string; matches: CourseMatches } | null
  category: number | undefined
}

/** The filters and what they find. */
export default function Results({ courses, categories, searched, category }: Props) {
  const list = useCategories(categories)
  const { query, settled, typed, field, type, choose: onChoose, refine } = useCatalogueQuery(category)
  const matches = useMatches(settled, searched)
  // While someone types on, what was found for the text before does not count.
  const found = query.search.trim() === settled ? matches : NOTHING
  const results = filterCourses(courses, query, found.cursos)
  return (
    <>
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
      <Count results={results} query={query} suggestion={found.sugerencia} />
      <Found results={results} query={query} suggestion={found.sugerencia} />
    </>
  )
}
