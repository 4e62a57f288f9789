import { Topics } from './topics'
import { useCourses } from './use-courses'
import { useForums, useView } from './use-view'

/** All forums that the student may read, of every course. */
export default function MyForumsPage() {
  const state = useView()
  const query = useForums(null, state.view)
  return <Topics title="Foros" idCurso={null} state={state} query={query} parts={useCourses()} />
}
