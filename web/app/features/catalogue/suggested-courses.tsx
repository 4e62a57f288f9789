import { api } from '../../lib/api'
import { useBrand } from '../../lib/brand'
import { Queries } from '../../lib/query'
import { LinkButton } from '../../ui/button'
import { SaleGrid } from './sale-grid'
import classes from './sale-grid.module.css'

const SHOWN = 3

function Suggested() {
  const marca = String(useBrand().id)
  const query = api.useQuery('get', '/api/cursos/activos', { params: { query: { marca } } }, { staleTime: 300_000 })
  const courses = query.data?.data.slice(0, SHOWN) ?? []
  if (courses.length === 0) return null
  return (
    <section aria-labelledby="sugeridos">
      <h2 id="sugeridos">Para empezar</h2>
      <SaleGrid courses={courses} order={3} wide />
      <LinkButton to="/cursos" prefetch="intent" variant="default" className={classes.all}>
        Ver todos los cursos
      </LinkButton>
    </section>
  )
}

/** For a student who has no course yet, and beside an empty cart. */
export default function SuggestedCourses() {
  return (
    <Queries>
      <Suggested />
    </Queries>
  )
}
