import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { useBrand } from '../../lib/brand'
import { SaleGrid } from './sale-grid'

const SHOWN = 3

/** Courses for a student who has none yet. */
export default function SuggestedCourses() {
  const marca = String(useBrand().id)
  const query = api.useQuery('get', '/api/cursos/activos', { params: { query: { marca } } }, { staleTime: 300_000 })
  const courses = query.data?.data.slice(0, SHOWN) ?? []
  if (courses.length === 0) return null
  return (
    <section aria-labelledby="sugeridos">
      <h2 id="sugeridos">Para empezar</h2>
      <SaleGrid courses={courses} order={3} wide />
      <Button component={Link} to="/cursos" prefetch="intent" variant="default" mt="lg">
        Ver todos los cursos
      </Button>
    </section>
  )
}
