import type { CourseCard } from '@campus/contract/catalogue'
import { IconArrowRight, IconBooks, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Form, Link } from 'react-router'
import { count } from '../../platform/format'
import { nameMatcher } from '../../platform/match'
import { PageHead } from '../../ui/page-head'
import { SaleGrid } from '../../ui/sale-grid'
import { State } from '../../ui/states'
import classes from './course-search.module.css'
import { Failed } from './failed'
import landing from './landing.module.css'
import { T } from './texts'

/** At most so many cards; all of them are one link away. */
const SHOWN = 9

/** The search: filters the cards below while one types; sent, also without JavaScript, it asks the whole catalogue. */
function SearchBox({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  return (
    <search>
      <Form action="/cursos" className={classes.search}>
        <IconSearch size={22} className={classes.glass} aria-hidden />
        <input
          type="search"
          name="buscar"
          className={classes.input}
          placeholder={T.search}
          aria-label={T.searchLabel}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
        />
        <button type="submit" className={classes.send}>
          Buscar
        </button>
      </Form>
    </search>
  )
}

function NoCourses({ typed }: { typed: string }) {
  const text = typed
    ? `Ningún curso tiene «${typed}» en su nombre. Prueba con otra palabra o mira el catálogo completo.`
    : T.noCoursesYet
  const action = typed && (
    <Link to="/cursos" className={landing.button}>
      {T.allCourses}
    </Link>
  )
  return <State icon={IconBooks} title={T.noCourses} text={text} action={action} />
}

/** The page's heading, the search and the courses; `courses` is null when they could not be read. */
export function CourseSearch({ courses, lema }: { courses: readonly CourseCard[] | null; lema: string }) {
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const fits = nameMatcher(wanted)
  const found = courses?.filter(({ nombre }) => fits(nombre)) ?? []
  const more = wanted && found.length > 0 ? `/cursos?buscar=${encodeURIComponent(wanted)}` : '/cursos'
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <PageHead title={T.heading} documentTitle={null} lead={lema} flush />
        <SearchBox typed={typed} onType={setTyped} />
      </div>
      <p role="status" className="visually-hidden">
        {wanted && (found.length > 0 ? count(found.length, 'curso encontrado', 'cursos encontrados') : T.noCourses)}
      </p>
      {courses === null && <Failed text={T.coursesError} />}
      {courses !== null && found.length === 0 && <NoCourses typed={wanted} />}
      {found.length > 0 && (
        <>
          <SaleGrid courses={found.slice(0, SHOWN)} order={2} eager={1} wide />
          <Link to={more} prefetch="intent" className={`${landing.button} ${classes.more}`}>
            {T.more}
            <span className="visually-hidden">cursos</span>
            <IconArrowRight size={20} aria-hidden />
          </Link>
        </>
      )}
    </section>
  )
}
