import type { LandingPage } from '@campus/contract/catalogue'
import { Fragment } from 'react'
import { Island } from '../../../ui/island'
import { Blocks } from './blocks'
import { CallToAction } from './call-to-action'
import CourseSearch from './course-search.island'
import { Facts } from './facts'
import { Hero } from './hero'
import classes from './landing.module.css'
import { Teachers } from './teachers'
import { Testimonials } from './testimonials'

/** In the order that the brand chose. */
function Parts({ data }: { data: LandingPage }) {
  const { orden, bloques, testimonios, valoracion } = data.portada
  const parts = {
    opiniones: <Testimonials voices={testimonios} rating={valoracion} />,
    docentes: <Teachers teachers={data.docentes} />,
    bloques: <Blocks blocks={bloques} />,
  }
  return orden.map((part) => <Fragment key={part}>{parts[part]}</Fragment>)
}

/** `data` is null when loading failed. */
export function LandingView({ data }: { data: LandingPage | null }) {
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <Hero data={data} />
        <Island
          name="features/catalogue/landing/course-search"
          part={CourseSearch}
          props={{ courses: data?.cursos ?? null }}
        />
      </div>
      {data ? <Parts data={data} /> : <Teachers teachers={null} />}
      <Facts certified={data?.cursos.some(({ certificado }) => certificado) ?? false} />
      <CallToAction />
    </div>
  )
}
