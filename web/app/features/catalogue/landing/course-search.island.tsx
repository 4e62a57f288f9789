import type { ShopCard } from '@campus/contract/catalogue'
import { IconArrowRight, IconBooks, IconSearch } from '@tabler/icons-react'
import { count } from '../../../lib/format'
import { nameMatcher } from '../../../lib/text-search'
import { useTyped } from '../../../lib/typed'
import { Link } from '../../../lib/way'
import { EmptyState } from '../../../ui/empty-state'
import { SaleGrid } from '../sale-grid'
import classes from './course-search.module.css'
import landing from './landing.module.css'
import { PartFailure } from './part-failure'
import { TEXTS } from './texts'

const MAX_CARDS = 9

/** Whole rows of three, and always fewer than all, so that the catalogue has more. */
const featured = (courses: number): number =>
  courses <= 3 ? courses : Math.min(MAX_CARDS, Math.floor((courses - 1) / 3) * 3)

/** Filters while typing; submitting, also without JavaScript, searches the whole catalogue. */
function SearchBox({ typed, type, field }: ReturnType<typeof useTyped>) {
  return (
    <search>
      <form method="get" action="/cursos" className={classes.search}>
        <IconSearch size={22} className={classes.glass} aria-hidden />
        <input
          ref={field}
          type="search"
          name="buscar"
          className={classes.input}
          placeholder={TEXTS.search}
          aria-label={TEXTS.searchLabel}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <button type="submit" className={classes.send}>
          Buscar
        </button>
      </form>
    </search>
  )
}

function NoCourses({ typed }: { typed: string }) {
  const text = typed
    ? `Ningún curso tiene «${typed}» en su nombre. Prueba con otra palabra o mira el catálogo completo.`
    : TEXTS.noCoursesYet
  const action = typed && (
    <Link to="/cursos" className={landing.button}>
      {TEXTS.allCourses}
    </Link>
  )
  return <EmptyState icon={IconBooks} title={TEXTS.noCourses} text={text} action={action} />
}

/** `courses` is null when loading failed. */
export default function CourseSearch({ courses }: { courses: readonly ShopCard[] | null }) {
  const box = useTyped()
  const { typed } = box
  const search = typed.trim()
  const fits = nameMatcher(search)
  const found = courses?.filter(({ nombre }) => fits(nombre)) ?? []
  const more = search && found.length > 0 ? `/cursos?buscar=${encodeURIComponent(search)}` : '/cursos'
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2 className={landing.heading}>{TEXTS.heading}</h2>
        <SearchBox {...box} />
      </div>
      <p role="status" className="visually-hidden">
        {search && (found.length > 0 ? count(found.length, 'curso encontrado', 'cursos encontrados') : TEXTS.noCourses)}
      </p>
      {courses === null && <PartFailure text={TEXTS.coursesError} />}
      {courses !== null && found.length === 0 && <NoCourses typed={search} />}
      {found.length > 0 && (
        <>
          <SaleGrid courses={found.slice(0, search ? MAX_CARDS : featured(found.length))} eager={1} wide />
          <Link to={more} prefetch="intent" className={`${landing.button} ${classes.more}`}>
            <span>{search || found.length <= 3 ? TEXTS.more : `Ver más: los ${found.length} cursos`}</span>
            <IconArrowRight size={20} aria-hidden />
          </Link>
        </>
      )}
    </section>
  )
}
